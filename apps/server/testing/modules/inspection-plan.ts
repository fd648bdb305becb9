import type { OwnValues } from '../own-values.ts';

export const values: OwnValues = {
  inspectionPlan: () => Promise.resolve({ year: 2026 }),
};
