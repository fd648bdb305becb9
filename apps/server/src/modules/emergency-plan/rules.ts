// Legal intervals for the assessment and drills of emergency plans (生产安全事故应急预案管理办法 第三十三、三十五条).

export const reviewMonths = 36;
/** The list shows a plan as due from this many days before its assessment. */
export const soonDays = 30;
/** Workdays from the issue of a plan to its filing (第二十六条). */
export const filingWorkdays = 20;
/** Kinds of supervision that must file their plans and hold drills every half year. */
const named: ReadonlySet<string> = new Set(['hazchem', 'mine', 'construction']);

export const drillMonths = (kind: string, supervisionKind: string): number =>
  kind === 'onSite' || named.has(supervisionKind) ? 6 : 12;

/** Whether a plan must be filed. Plans for a single site are never filed. */
export const mustFile = (kind: string, supervisionKind: string): boolean =>
  kind !== 'onSite' && named.has(supervisionKind);
