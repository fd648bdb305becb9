// Demo dangers for the published demo accounts, so that each account has something to do.
import { addDays, dayOf, formatInstant } from '@anlan/contract/domain/instant';
import type { DangerState } from '@anlan/contract/modules/danger/states';
import type { SeededEnterprise } from '#kit/module.ts';
import type { SeedPerson } from './danger-store.ts';

const dayMs = 86_400_000;

export interface DangerSeed {
  enterpriseId: string;
  values: Record<string, unknown> & {
    title: string;
    category: string;
    place: string;
    level: 'general' | 'major';
    foundAt: Date;
    deadlineOn: string;
    status: DangerState;
    dutyPersonId: string | null;
    submittedAt: Date | null;
    verifiedAt: Date | null;
  };
  /** Index of an earlier danger of the same enterprise that this one repeats; null if none. */
  repeats: number | null;
  at: Date;
}

interface Example {
  title: string;
  category: string;
  place: string;
  status: DangerState;
  age: number;
  left: number;
  duty: 'head' | 'safetyManager' | 'teamLeader' | 'general';
  level?: 'general' | 'major';
  origin?: 'own' | 'regulator';
  more?: Record<string, unknown>;
}

const settlement = (evidence: string) => ({ done: true, evidence });
const plan = {
  goal: '消除有限空间作业管理缺失的重大隐患，作业全部实行审批和监护',
  method: '辨识并登记有限空间，安装警示标志和防护栏，购置检测和通风设备，修订审批制度并培训',
  fundsFen: 8_600_000,
  materials: '四合一气体检测仪 2 台、轴流风机 2 台、三脚架 1 套、警示牌 12 块',
  organisation: '总经理牵头，安全部组织，设备部实施',
  timeLimit: '三十日内完成，逐周通报进度',
  safety: '整改期间停止一切有限空间作业，入口封闭上锁；配备应急救援装备并演练',
  settlements: {
    duty: settlement('责任分工通知已下发'),
    measures: settlement('治理措施清单已确认'),
    funds: settlement('费用审批单已签批'),
    timeLimit: settlement('进度计划已张贴'),
    emergency: settlement('现场处置方案已演练'),
  },
};

const examples = (now: Date): readonly Example[] => [
  {
    title: '配电箱门敞开，箱内堆放杂物',
    category: 'electric',
    place: '二号车间北侧',
    status: 'open',
    age: 2,
    left: 1,
    duty: 'teamLeader',
  },
  {
    title: '疏散通道堆放纸箱',
    category: 'fire',
    place: '成品仓库',
    status: 'rectifying',
    age: 5,
    left: -1,
    duty: 'teamLeader',
  },
  {
    title: '叉车作业区无人车分流标识',
    category: 'vehicle',
    place: '装卸平台',
    status: 'open',
    age: 1,
    left: 6,
    duty: 'general',
  },
  {
    title: '砂轮机托架间隙过大',
    category: 'equipment',
    place: '机修间',
    status: 'returned',
    age: 6,
    left: 2,
    duty: 'general',
  },
  {
    title: '灭火器压力不足',
    category: 'fire',
    place: '空压机房',
    status: 'submitted',
    age: 4,
    left: 2,
    duty: 'teamLeader',
  },
  {
    title: '安全带挂点缺失',
    category: 'operation',
    place: '检修平台',
    status: 'submitted',
    age: 6,
    left: 1,
    duty: 'safetyManager',
  },
  {
    title: '车间南侧消火栓水压不足',
    category: 'fire',
    place: '一号车间',
    status: 'rectifying',
    age: 6,
    left: 1,
    duty: 'teamLeader',
    more: {
      extensionStatus: 'pending',
      extensions: [
        {
          reason: '增压泵需定制，厂家一周后到货',
          oldDeadlineOn: addDays(dayOf(now), 1),
          newDeadlineOn: addDays(dayOf(now), 10),
          status: 'pending',
          askedBy: '高志刚',
          askedById: null,
          askedAt: formatInstant(new Date(now.getTime() - dayMs / 4)),
          decidedBy: null,
          decidedAt: null,
          opinion: null,
        },
      ],
    },
  },
  {
    title: '有限空间未辨识、无作业审批',
    category: 'place',
    place: '污水处理站',
    status: 'open',
    age: 3,
    left: 27,
    duty: 'safetyManager',
    level: 'major',
    more: {
      plan,
      planState: 'waiting',
      majorCriterion: 'GM-13-2',
      majorBasis: '见判定标准',
      interimMeasures: '入口封闭上锁，停止作业',
    },
  },
  {
    title: '除尘系统未设泄爆装置',
    category: 'equipment',
    place: '打磨车间',
    status: 'submitted',
    age: 20,
    left: 10,
    duty: 'teamLeader',
    level: 'major',
    origin: 'regulator',
    more: {
      plan,
      planState: 'approved',
      majorCriterion: 'GM-11-3',
      majorBasis: '见判定标准',
      interimMeasures: '停止打磨作业',
      listingLevel: 'county',
      listingAuthority: '区安全生产委员会办公室',
      listingNo: '安委办督〔2026〕7号',
      listedOn: addDays(dayOf(now), -18),
      listingDueOn: addDays(dayOf(now), 12),
    },
  },
  {
    title: '特种作业人员证件复印件过期',
    category: 'licence',
    place: '安全部',
    status: 'submitted',
    age: 5,
    left: 2,
    duty: 'teamLeader',
    origin: 'regulator',
  },
];

/** Examples for an enterprise of the published accounts. The first enterprise gets all of them, the others a few. */
export function ownExamples(
  { id }: Pick<SeededEnterprise, 'id'>,
  {
    now,
    people,
    isFirst,
    regulator,
  }: { now: Date; people: readonly SeedPerson[]; isFirst: boolean; regulator: string | null },
): DangerSeed[] {
  const account = (post: string) =>
    people.find((one) => one.post === post && one.userId !== null) ?? people.find((one) => one.post === post);
  const listed = isFirst ? examples(now) : examples(now).slice(0, 3);
  return listed.map(({ title, category, place, status, age, left, duty, level = 'general', origin = 'own', more }) => {
    const foundAt = new Date(now.getTime() - age * dayMs);
    const submittedAt = status === 'submitted' || status === 'returned' ? new Date(now.getTime() - dayMs) : null;
    const person = account(duty);
    return {
      enterpriseId: id,
      values: {
        title,
        category,
        place,
        level,
        source: origin === 'regulator' ? 'regulator' : 'self',
        origin,
        foundAt,
        foundBy: origin === 'regulator' ? '监管人员' : (account('safetyManager')?.name ?? '安全员'),
        deadlineOn: addDays(dayOf(now), left),
        dutyDepartment: person?.department ?? null,
        dutyPersonId: person?.id ?? null,
        status,
        startedAt: status === 'open' ? null : new Date(foundAt.getTime() + dayMs / 6),
        measures: submittedAt === null ? null : '已按标准更换并清理，班组每日检查',
        fixedAt: submittedAt,
        submittedAt,
        verifiedAt: null,
        verifierId: status === 'returned' ? regulator : null,
        ...more,
      },
      repeats: null,
      at: foundAt,
    };
  });
}
