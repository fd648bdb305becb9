import type { OwnValues } from '../module-values.ts';

export const values: OwnValues = {
  // The answer must be the letter of an existing option.
  question: () => Promise.resolve({ form: 'single', optionA: '停车检查', optionB: '继续行驶', answer: 'A', points: 2 }),
};
