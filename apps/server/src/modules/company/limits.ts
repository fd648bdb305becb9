/** Look-ups in the register of companies: how long answers are kept, and how many a day may be asked for. */
export const lookupLimits = {
  hitSeconds: 24 * 3600,
  missSeconds: 600,
  unitPerDay: 500,
  enterprisePerDay: 20,
  applicantsPerDay: 100,
  /** Of the applicants' allowance, what one network (/24 or /64) may use. */
  networkPerDay: 10,
  keptDays: 30,
} as const;
