import type { OwnValues } from '../module-values.ts';

export const values: OwnValues = {
  drill: () => Promise.resolve({ plannedOn: '2099-01-15' }),
};
