import type { OwnValues } from '../module-values.ts';

let last = 0;
const mark = (prefix: string) => `${prefix}${(last += 1)}`;

export const values: OwnValues = {
  // Kind and number are unique, and the holder must belong to the enterprise.
  certificate: () =>
    Promise.resolve({
      category: 'electrician',
      firstIssuedOn: undefined,
      validTo: '2026-06-01',
      nextReviewOn: undefined,
      certNo: mark('ZJ'),
    }),
};
