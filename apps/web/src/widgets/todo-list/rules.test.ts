import { addDays, daysBetween } from '@anlan/contract/domain/instant';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cut, dueText, endOfWeek, groupOf, groups, placeOf, snoozeChoices, verbOf } from './rules.ts';

const today = fc.integer({ min: 0, max: 2_000 }).map((days) => addDays('2026-01-01', days));
const away = fc.integer({ min: -400, max: 400 });

test('groups every to-do once by its deadline, with weeks that end on Sunday', () => {
  fc.assert(
    fc.property(today, fc.array(fc.option(away)), (day, all) => {
      const rows = all.map((days) => ({ dueOn: days === null ? null : addDays(day, days) }));
      const parts = cut(rows, day);
      expect(parts.flatMap((part) => part.rows).length).toBe(rows.length);
      expect(parts.every((part) => part.rows.length > 0)).toBe(true);
      const order = Object.keys(groups);
      const places = parts.map(({ group }) => order.indexOf(group));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      const sunday = endOfWeek(day);
      expect(new Date(`${sunday}T00:00:00Z`).getUTCDay()).toBe(0);
      expect(daysBetween(day, sunday)).toBeGreaterThanOrEqual(0);
      expect(daysBetween(day, sunday)).toBeLessThan(7);
    }),
  );
});

test('offers future days for a snooze, without duplicates', () => {
  expect(dueText('2026-11-20', '2026-11-21')).toBe('期限 2026-11-20，已超 1 天');
  expect(dueText('2026-11-21', '2026-11-21')).toBe('期限今天');
  expect(dueText('2026-11-25', '2026-11-21')).toBe('期限 2026-11-25，还有 4 天');
  expect(groupOf('2026-11-22', '2026-11-21')).toBe('week');
  expect(groupOf('2026-11-23', '2026-11-21')).toBe('after');
  fc.assert(
    fc.property(today, (day) => {
      const days = snoozeChoices(day).map((choice) => choice.day);
      expect(new Set(days).size).toBe(days.length);
      expect(days.every((one) => one > day && daysBetween(day, one) <= 30)).toBe(true);
    }),
  );
});

test('labels the link of a to-do by its act', () => {
  expect(verbOf({ act: { name: 'danger.urge', verb: '去催办', several: '催办' } })).toBe('去催办');
  expect(verbOf({ act: null })).toBe('去处理');
});

test('links a to-do only to a path of this server (S39)', () => {
  expect(placeOf('/bus/enterprise/dossier?id=1')).toBe('/bus/enterprise/dossier?id=1');
  for (const path of [
    ['javascript', 'ran()'].join(':'),
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https:evil.example',
    '',
  ])
    expect(placeOf(path)).toBe('/bus/todo/index');
});
