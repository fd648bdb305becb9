import type { OwnValues } from '../module-values.ts';

export const values: OwnValues = {
  inspectionPlan: () => Promise.resolve({ year: 2026 }),
};
