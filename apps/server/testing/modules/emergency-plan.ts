import type { OwnValues } from '../module-values.ts';

export const values: OwnValues = {
  emergencyPlan: () => Promise.resolve({ issuedOn: '2026-01-01' }),
};
