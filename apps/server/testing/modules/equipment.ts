import type { OwnValues } from '../module-values.ts';

let last = 0;
const mark = (prefix: string) => `${prefix}${(last += 1)}`;

export const values: OwnValues = {
  equipment: () => Promise.resolve({ code: mark('SB'), operatorId: undefined }),
};
