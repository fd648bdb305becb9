import { expect, test } from 'vitest';
import { drillMonths, mustFile } from './rules.ts';

test('requires half-yearly drills of on-site plans and of plans of dangerous trades', () => {
  expect([
    drillMonths('onSite', 'other'),
    drillMonths('special', 'other'),
    drillMonths('comprehensive', 'mine'),
  ]).toEqual([6, 12, 6]);
});

test('requires filing only of comprehensive and special plans of dangerous trades', () => {
  expect([mustFile('special', 'hazchem'), mustFile('onSite', 'hazchem'), mustFile('special', 'other')]).toEqual([
    true,
    false,
    false,
  ]);
});
