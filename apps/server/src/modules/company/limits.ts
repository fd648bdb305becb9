/** Cache times and daily limits of company look-ups. */
export const lookupLimits = {
  hitSeconds: 24 * 3600,
  missSeconds: 600,
  unitPerDay: 500,
  enterprisePerDay: 20,
  applicantsPerDay: 100,
  /** Look-ups per day for applicants of one network (/24 or /64). */
  networkPerDay: 10,
  keptDays: 30,
} as const;
