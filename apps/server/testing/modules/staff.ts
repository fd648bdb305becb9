import type { OwnValues } from '../module-values.ts';

export const values: OwnValues = {
  employee: () => Promise.resolve({ userId: undefined }),
};
