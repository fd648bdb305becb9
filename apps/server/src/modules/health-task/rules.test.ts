import { expect, test } from 'vitest';
import { begunOn, dueOf } from './rules.ts';

const every = { startOn: '2026-03-01', endOn: '2026-03-25', everyDays: 10 };

test('sets the due day of a health task round before the next round', () => {
  expect(
    ['2026-02-28', '2026-03-01', '2026-03-10', '2026-03-11', '2026-03-21', '2026-05-01'].map((day) =>
      begunOn(every, day),
    ),
  ).toEqual([0, 1, 1, 2, 3, 3]);
  expect([1, 2, 3].map((round) => dueOf(every, round))).toEqual(['2026-03-10', '2026-03-20', '2026-03-25']);
  const once = { ...every, everyDays: null };
  expect([begunOn(once, '2026-03-20'), dueOf(once, 1)]).toEqual([1, '2026-03-25']);
});
