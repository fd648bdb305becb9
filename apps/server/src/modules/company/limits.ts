/** Look-ups in the register of companies: how long answers are kept, and how many a day may be asked for. */
export const lookupLimits = {
  hitSeconds: 24 * 3600,
  missSeconds: 600,
  unitPerDay: 500,
  enterprisePerDay: 20,
  applicantsPerDay: 100,
  keptDays: 30,
} as const;
