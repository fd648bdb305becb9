// When plans are assessed and drilled again (生产安全事故应急预案管理办法 第三十三、三十五条).

/** Months between two assessments. */
export const reviewMonths = 36;
/** Days before its assessment in which a plan stands as due. */
export const soonDays = 30;
/** Workdays from issue within which a plan is filed (第二十六条). */
export const filingWorkdays = 20;
/** Trades that file their plans and drill every half-year, whatever the kind of the plan. */
const named: ReadonlySet<string> = new Set(['hazchem', 'mine', 'construction']);

/** Months between two drills of a kind of plan in a trade. */
export const drillMonths = (kind: string, supervisionKind: string): number =>
  kind === 'onSite' || named.has(supervisionKind) ? 6 : 12;

/** Whether enterprises of a trade file their plans; plans for one place are kept by the enterprise. */
export const mustFile = (kind: string, supervisionKind: string): boolean =>
  kind !== 'onSite' && named.has(supervisionKind);
