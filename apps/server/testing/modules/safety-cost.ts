import type { OwnValues } from '../module-values.ts';

// An enterprise has one account per year, so each row takes another year.
let lastYear = 2001;
const nextYear = () => (lastYear = lastYear === 2100 ? 2002 : lastYear + 1);

export const values: OwnValues = {
  safetyCost: () => Promise.resolve({ kind: 'spent', happenedOn: '2026-01-05', amountFen: 8_600 }),
  safetyCostYear: () => Promise.resolve({ year: nextYear() }),
};
