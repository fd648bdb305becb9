import { expect, test } from 'vitest';
import { drillMonths } from './rules.ts';

test('on-site plans are drilled every half-year, others every year, all of dangerous trades every half-year', () => {
  expect([
    drillMonths('onSite', 'other'),
    drillMonths('special', 'other'),
    drillMonths('comprehensive', 'mine'),
  ]).toEqual([6, 12, 6]);
});
