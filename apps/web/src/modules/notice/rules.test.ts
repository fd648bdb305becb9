import { expect, it } from 'vitest';
import { isLater, readAllText } from './rules.ts';

it('schedules an announcement only when the selected time is in the future', () => {
  const now = new Date('2026-11-22T02:00:00Z');
  expect(isLater('2026-11-22 10:00:01', now)).toBe(true);
  expect(isLater('2026-11-22 10:00:00', now)).toBe(false);
  expect(isLater(null, now)).toBe(false);
  expect(isLater(undefined, now)).toBe(false);
});

it('warns that announcements hidden by a filter are also marked as read', () => {
  expect(readAllText({})).toBe('全部已读');
  // With only the unread filter, the list shows everything that will be marked as read.
  expect(readAllText({ unread: true })).toBe('全部已读');
  for (const part of [{ kind: ['deployment'] }, { from: '2026-03-01' }, { to: '2026-03-02' }, { keyword: '检查' }])
    expect(readAllText({ unread: true, ...part })).toBe('全部已读（不限筛选）');
});
