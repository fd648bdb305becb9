import { expect, test } from 'vitest';
import { drillMonths, mustFile } from './rules.ts';

test('on-site plans are drilled every half-year, others every year, all of dangerous trades every half-year', () => {
  expect([
    drillMonths('onSite', 'other'),
    drillMonths('special', 'other'),
    drillMonths('comprehensive', 'mine'),
  ]).toEqual([6, 12, 6]);
});

test('comprehensive and special plans of dangerous trades are filed', () => {
  expect([mustFile('special', 'hazchem'), mustFile('onSite', 'hazchem'), mustFile('special', 'other')]).toEqual([
    true,
    false,
    false,
  ]);
});
