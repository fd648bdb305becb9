import type { OwnValues } from '../module-values.ts';

export const values: OwnValues = {
  checklist: () => Promise.resolve({ items: [{ key: 'a1', kind: 'judgement', text: '通道畅通' }] }),
};
