import * as z from 'zod/mini';

/** GET /bus/api/index/redDot: how many rows the default filter of each entry shows (LY-17). */
export const redDots = z.object({
  /** 我的待办 */
  unAct: z.int(),
  /** 待整改事项 */
  unExp: z.int(),
  /** 通知公告 */
  unNotice: z.int(),
  /** 风险预警 */
  warningUnNotice: z.int(),
  /** 系统通知 */
  systemUnNotice: z.int(),
  /** 执法通知 */
  spotUnNotice: z.int(),
});
/** How many rows the default filter of each entry shows. */
export type RedDots = z.output<typeof redDots>;
/** The name of a counter. */
export type RedDot = keyof RedDots;
