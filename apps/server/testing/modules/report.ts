import type { OwnValues } from '../own-values.ts';

let last = 0;
/** A month that no other report has; days of 2000 and 2001 are what the suite of forged keys looks for. */
const nextMonth = () => {
  last += 1;
  return `${2002 + (Math.floor(last / 12) % 24)}-${String((last % 12) + 1).padStart(2, '0')}`;
};

export const values: OwnValues = {
  report: () => Promise.resolve({ kind: 'month', period: nextMonth() }),
};

export const columns = {
  // A day of a vehicle stands there once, and an alarm of one.
  // Months are texts that sort.
  report: { kind: `'month'`, period: `to_char(date '2000-01-01' + n * interval '1 month', 'YYYY-MM')` },
};
