import type { OwnValues } from '../module-values.ts';
import { officers } from '../tenants.ts';

export const values: OwnValues = {
  enforcement: () => Promise.resolve({ dueOn: '2099-01-15', inspectors: officers }),
};
