import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { employee, type PostKind } from '@anlan/contract/modules/staff/resource';
import { createRandom, type Random } from '#kernel/random.ts';
import type { SeedContext, SeededEnterprise } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { demoPhone, personName } from '#platform/demo/people.ts';

export interface EmployeeSeed {
  enterpriseId: string;
  name: string;
  gender: string;
  phone: string;
  department: string;
  team: string | null;
  postKind: PostKind;
  postName: string;
  employment: string;
  hiredOn: string;
  injuryInsured: boolean;
  dutySignedOn: string | null;
  userId: string | null;
  status: 'pendingTraining' | 'onDuty' | 'offDuty';
  statusOn: string | null;
}

interface Sort {
  postKind: PostKind;
  postName: string;
  department: string;
  team: string | null;
}
// Posts that every enterprise has. Demo accounts take the first four.
const everywhere: readonly Sort[] = [
  { postKind: 'head', postName: '总经理', department: '总经办', team: null },
  { postKind: 'safetyManager', postName: '安全主管', department: '安全部', team: null },
  { postKind: 'teamLeader', postName: '一班班长', department: '生产部', team: '一班' },
  { postKind: 'general', postName: '操作工', department: '生产部', team: '一班' },
  { postKind: 'general', postName: '仓管员', department: '仓储部', team: null },
];
const ofTransport: readonly Sort[] = [
  { postKind: 'driver', postName: '客车驾驶员', department: '车队', team: '一班' },
  { postKind: 'driver', postName: '货车驾驶员', department: '车队', team: '二班' },
  { postKind: 'escort', postName: '押运员', department: '车队', team: '二班' },
  { postKind: 'dispatcher', postName: '动态监控员', department: '监控中心', team: null },
  { postKind: 'scheduler', postName: '调度员', department: '调度室', team: null },
];
const ofWorks: readonly Sort[] = [
  { postKind: 'specialOperator', postName: '焊工', department: '生产部', team: '二班' },
  { postKind: 'specialOperator', postName: '电工', department: '设备部', team: null },
  { postKind: 'equipmentOperator', postName: '叉车司机', department: '仓储部', team: null },
  { postKind: 'general', postName: '装配工', department: '生产部', team: '二班' },
];
const ofFleet: readonly Sort[] = [
  { postKind: 'driver', postName: '厢式货车驾驶员', department: '车队', team: '一班' },
  { postKind: 'driver', postName: '货车驾驶员', department: '车队', team: '二班' },
];
const common: readonly Sort[] = [
  { postKind: 'general', postName: '质检员', department: '质量部', team: null },
  { postKind: 'general', postName: '操作工', department: '生产部', team: '一班' },
  { postKind: 'contractor', postName: '保洁', department: '后勤部', team: null },
  { postKind: 'teamLeader', postName: '二班班长', department: '生产部', team: '二班' },
  { postKind: 'safetyManager', postName: '专职安全员', department: '安全部', team: null },
];
const accountsInOrder = ['entadmin', 'safety', 'leader', 'entstaff'] as const;
const nameOfAccount: Readonly<Record<(typeof accountsInOrder)[number], string>> = {
  entadmin: '周明舟',
  safety: '许静远',
  leader: '高志刚',
  entstaff: '沈安然',
};
const ownPeople = 40;

function personIn(
  sort: Sort,
  random: Random,
  today: string,
  place: number,
): Omit<EmployeeSeed, 'enterpriseId' | 'userId'> {
  const isKey = place < everywhere.length;
  const hiredOn = addDays(today, -random.between(isKey ? 800 : 20, 4_000));
  const isNew = !isKey && random.chance(0.05);
  const isAway = !isKey && !isNew && random.chance(0.04);
  const status = isNew ? 'pendingTraining' : isAway ? 'offDuty' : 'onDuty';
  const { department, team, postKind, postName } = sort;
  return {
    name: personName(random),
    gender: random.chance(0.72) ? 'male' : 'female',
    phone: demoPhone(random),
    department,
    team,
    postKind,
    postName,
    employment: postKind === 'contractor' ? 'outsourced' : isKey || random.chance(0.88) ? 'regular' : 'dispatched',
    hiredOn: isNew ? addDays(today, -random.between(1, 6)) : hiredOn,
    injuryInsured: random.chance(0.97),
    dutySignedOn:
      isNew || random.chance(0.06) ? null : `${today.slice(0, 4)}-01-${String(random.between(4, 28)).padStart(2, '0')}`,
    status,
    statusOn: isNew ? null : isAway ? addDays(today, -random.between(3, 15)) : hiredOn,
  };
}

export function* generateEmployees(
  tenant: string,
  { id, supervisionKind, headcount }: Pick<SeededEnterprise, 'id' | 'supervisionKind' | 'headcount'>,
  place: number,
  { seed, today, own }: { seed: number; today: string; own: boolean },
): Generator<Omit<EmployeeSeed, 'userId'>> {
  const random = createRandom(seed, Number(tenant), 0xe3f1, place);
  const rest = [...(supervisionKind === 'transport' ? ofTransport : [...ofWorks, ...(own ? ofFleet : [])]), ...common];
  const all = own ? Math.min(ownPeople, Math.max(6, headcount)) : everywhere.length;
  const phones = new Set<string>();
  for (let index = 0; index < all; index += 1) {
    const sort = everywhere[index] ?? rest[(index - everywhere.length) % rest.length];
    if (!sort) return;
    const person = personIn(sort, random, today, index);
    while (phones.has(person.phone)) person.phone = demoPhone(random);
    phones.add(person.phone);
    const later = person.dutySignedOn !== null && person.dutySignedOn > today;
    yield { enterpriseId: id, ...person, ...(later ? { dutySignedOn: null } : {}) };
  }
}

export async function seedEmployees(tx: Tx, context: SeedContext): Promise<void> {
  const { tenantId } = tx.scope;
  const { accounts, enterprises, own, seed, now } = context;
  const today = dayOf(now);
  const seeds: { values: EmployeeSeed & Record<string, unknown>; at: Date }[] = [];
  for (const [place, enterprise] of enterprises.entries()) {
    if (enterprise.status === 'draft' || enterprise.status === 'rejected') continue;
    const isOwn = own.includes(enterprise.id);
    let index = 0;
    for (const person of generateEmployees(tenantId, enterprise, place, { seed, today, own: isOwn })) {
      // The demo head manages both enterprises; the other accounts work in the first enterprise.
      const account = isOwn && (own[0] === enterprise.id || index === 0) ? accountsInOrder[index] : undefined;
      const userId = account === undefined ? null : (accounts.get(`${account}${tenantId}`) ?? null);
      const name = account !== undefined && userId !== null ? nameOfAccount[account] : person.name;
      seeds.push({ values: { ...person, name, userId }, at: new Date(now.getTime() - (index + 1) * 3_600_000) });
      index += 1;
    }
  }
  await insertSeeds(tx, context, employee, seeds);
}
