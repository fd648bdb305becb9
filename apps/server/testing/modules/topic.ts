import type { OwnValues } from '../own-values.ts';

export const values: OwnValues = {
  // Quick entries: a page each.
  topic: () =>
    Promise.resolve({
      type: '1',
      items: [{ id: crypto.randomUUID(), name: '场站管理', path: '/bus/station/index' }],
      endOn: '2026-12-31',
    }),
};
