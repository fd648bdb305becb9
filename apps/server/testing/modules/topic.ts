import type { OwnValues } from '../module-values.ts';

export const values: OwnValues = {
  // Topic entries that link to one page each.
  topic: () =>
    Promise.resolve({
      type: '1',
      items: [{ id: crypto.randomUUID(), name: '场站管理', path: '/bus/station/index' }],
      endOn: '2026-12-31',
    }),
};
