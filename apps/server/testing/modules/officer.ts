import type { OwnValues } from '../module-values.ts';

export const values: OwnValues = {
  officer: () => Promise.resolve({ validTo: '2199-12-30', regionCodes: ['330100'] }),
};
