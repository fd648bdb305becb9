import type { OwnValues } from '../own-values.ts';

export const values: OwnValues = {
  employee: () => Promise.resolve({ userId: undefined }),
};
