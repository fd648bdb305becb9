import type { OwnValues } from '../module-values.ts';

export const values: OwnValues = {
  hazardSource: () =>
    Promise.resolve({ substances: [{ name: '氨', amountT: 24, thresholdT: 10, beta: 2 }], exposed: 60 }),
};

export const columns = {
  hazardSource: { level: `(array['one', 'two', 'three', 'four'])[1 + n % 4]` },
};
