import type { OwnValues } from '../own-values.ts';

export const values: OwnValues = {
  // An answer that is among the options; a bank says how much a question counts.
  question: () => Promise.resolve({ form: 'single', optionA: '停车检查', optionB: '继续行驶', answer: 'A', points: 2 }),
};
