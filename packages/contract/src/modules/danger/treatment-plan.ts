// Treatment plan (治理方案) of a major danger. It has six contents and five settlements (五落实) with evidence.
import * as z from 'zod/mini';
import { requiredText, instant, prose } from '../../domain/fields.ts';

/** The five settlements (五落实) of a plan, with labels. */
export const settlementKinds = {
  duty: '责任落实',
  measures: '措施落实',
  funds: '资金落实',
  timeLimit: '时限落实',
  emergency: '预案落实',
} as const;
export type SettlementKind = keyof typeof settlementKinds;

const part = (max: number, label: string) => prose(max, label).check(z.minLength(1, `请填写${label}`));
const settlement = z
  .object({
    done: z.boolean(),
    evidence: prose(300, '落实依据'),
  })
  .check(z.refine(({ done, evidence }) => !done || evidence !== '', '已落实的项目请填写落实依据'));

export const dangerPlan = z.object({
  goal: part(500, '治理目标和任务'),
  method: part(1000, '治理方法和措施'),
  fundsFen: z.int('请填写经费').check(z.gte(0, '经费不能小于 0'), z.lte(Number.MAX_SAFE_INTEGER, '经费过大')),
  materials: prose(300, '物资'),
  organisation: part(300, '机构和人员'),
  timeLimit: part(300, '时限和要求'),
  safety: part(1000, '安全措施和应急预案'),
  settlements: z.object({
    duty: settlement,
    measures: settlement,
    funds: settlement,
    timeLimit: settlement,
    emergency: settlement,
  }),
});
export type DangerPlan = z.output<typeof dangerPlan>;

/** Request for a later deadline (延期申请), stored with the danger. */
export const extension = z.object({
  reason: requiredText(300, '延期原因'),
  oldDeadlineOn: z.string(),
  newDeadlineOn: z.string(),
  status: z.enum(['pending', 'approved', 'refused']),
  askedBy: z.string(),
  askedById: z.nullable(z.string()),
  askedAt: z.string(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  opinion: z.nullable(z.string()),
});
export type Extension = z.output<typeof extension>;

/** Time and place of a photo, from its camera data. Photos without such data have none. */
export const photoFact = z.object({
  fileId: z.string(),
  takenAt: z.nullable(instant),
  lng: z.nullable(z.number()),
  lat: z.nullable(z.number()),
});
export type PhotoFact = z.output<typeof photoFact>;

/** A photo that another danger of the unit also has (疑似重复照片). */
export const duplicatePhoto = z.object({
  fileId: z.string(),
  /** Number of the other danger; null if the caller's data scope does not include it. */
  no: z.nullable(z.string()),
});
