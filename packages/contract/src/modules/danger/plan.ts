// The plan of a major danger (治理方案): six contents and five settlements, each with its evidence.
import * as z from 'zod/mini';
import { filled, instant, prose } from '../../domain/fields.ts';

/** The five settlements (五落实) by key. */
export const settlementKinds = {
  duty: '责任落实',
  measures: '措施落实',
  funds: '资金落实',
  timeLimit: '时限落实',
  emergency: '预案落实',
} as const;
/** One of the five settlements. */
export type SettlementKind = keyof typeof settlementKinds;

const part = (max: number, label: string) => prose(max, label).check(z.minLength(1, `请填写${label}`));
const settlement = z
  .object({
    /** Whether it is settled (已落实). */
    done: z.boolean(),
    /** What shows it (落实依据). */
    evidence: prose(300, '落实依据'),
  })
  .check(z.refine(({ done, evidence }) => !done || evidence !== '', '已落实的项目请填写落实依据'));

/** The plan of a major danger (治理方案). */
export const dangerPlan = z.object({
  /** 治理目标和任务 */
  goal: part(500, '治理目标和任务'),
  /** 治理方法和措施 */
  method: part(1000, '治理方法和措施'),
  /** 经费（分） */
  fundsFen: z.int('请填写经费').check(z.gte(0, '经费不能小于 0'), z.lte(Number.MAX_SAFE_INTEGER, '经费过大')),
  /** 物资 */
  materials: prose(300, '物资'),
  /** 机构和人员 */
  organisation: part(300, '机构和人员'),
  /** 时限和要求 */
  timeLimit: part(300, '时限和要求'),
  /** 安全措施和应急预案 */
  safety: part(1000, '安全措施和应急预案'),
  /** 五落实 */
  settlements: z.object({
    duty: settlement,
    measures: settlement,
    funds: settlement,
    timeLimit: settlement,
    emergency: settlement,
  }),
});
/** The plan of a major danger. */
export type DangerPlan = z.output<typeof dangerPlan>;

/** A request for more time (延期申请), as the danger keeps it. */
export const extension = z.object({
  /** 延期原因 */
  reason: filled(300, '延期原因'),
  /** 原整改期限 */
  oldDeadlineOn: z.string(),
  /** 申请延至 */
  newDeadlineOn: z.string(),
  /** 审批状态 */
  status: z.enum(['pending', 'approved', 'refused']),
  /** 申请人 */
  askedBy: z.string(),
  /** Account of who asked. */
  askedById: z.nullable(z.string()),
  /** 申请时间 */
  askedAt: z.string(),
  /** 审批人 */
  decidedBy: z.nullable(z.string()),
  /** 审批时间 */
  decidedAt: z.nullable(z.string()),
  /** 审批意见 */
  opinion: z.nullable(z.string()),
});
/** A request for more time. */
export type Extension = z.output<typeof extension>;

/** When and where a photo was taken, as its camera said; nothing of a photo whose camera said nothing. */
export const photoFact = z.object({
  fileId: z.string(),
  takenAt: z.nullable(instant),
  lng: z.nullable(z.number()),
  lat: z.nullable(z.number()),
});
/** When and where a photo was taken. */
export type PhotoFact = z.output<typeof photoFact>;

/** A photo that another danger of the unit holds too (疑似重复照片). */
export const duplicatePhoto = z.object({
  /** Id of this danger's file. */
  fileId: z.string(),
  /** Number of the other danger; null where it is beyond the caller's sight. */
  no: z.nullable(z.string()),
});
/** A photo that another danger holds too. */
export type DuplicatePhoto = z.output<typeof duplicatePhoto>;
