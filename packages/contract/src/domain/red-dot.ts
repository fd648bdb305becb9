import * as z from 'zod/mini';

/** Number of rows behind each menu entry, counted with the default filter of its list (LY-17). */
export const redDots = z.object({
  /** My to-dos (我的待办) */
  unAct: z.int(),
  /** Dangers that wait for the enterprise, or for the regulator (待整改事项) */
  unExp: z.int(),
  /** Announcements (通知公告) */
  unNotice: z.int(),
  /** Risk warnings (风险预警) */
  warningUnNotice: z.int(),
  /** System notices (系统通知) */
  systemUnNotice: z.int(),
  /** Enforcement notices (执法通知) */
  spotUnNotice: z.int(),
});
export type RedDots = z.output<typeof redDots>;
export type RedDot = keyof RedDots;
