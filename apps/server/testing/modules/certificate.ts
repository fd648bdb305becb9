import type { OwnValues } from '../own-values.ts';

let last = 0;
const mark = (prefix: string) => `${prefix}${(last += 1)}`;

export const values: OwnValues = {
  // One certificate a kind and number; whose it is and the enterprise belong together.
  certificate: () =>
    Promise.resolve({
      category: 'electrician',
      firstIssuedOn: undefined,
      validTo: '2026-06-01',
      nextReviewOn: undefined,
      certNo: mark('ZJ'),
    }),
};
