import type { OwnValues } from '../own-values.ts';

export const values: OwnValues = {
  emergencyPlan: () => Promise.resolve({ issuedOn: '2026-01-01' }),
};
