import { expect, it } from 'vitest';
import { isLater, readAllText } from './rules.ts';

it('says that a notice goes out later only while its time is still to come', () => {
  const now = new Date('2026-11-22T02:00:00Z');
  expect(isLater('2026-11-22 10:00:01', now)).toBe(true);
  expect(isLater('2026-11-22 10:00:00', now)).toBe(false);
  expect(isLater(null, now)).toBe(false);
  expect(isLater(undefined, now)).toBe(false);
});

it('says that all are marked as read, also those that the list leaves out, wherever it leaves out what is unread', () => {
  expect(readAllText({})).toBe('全部已读');
  // The list of what is unread is what is marked.
  expect(readAllText({ unread: true })).toBe('全部已读');
  for (const part of [{ kind: ['deployment'] }, { from: '2026-03-01' }, { to: '2026-03-02' }, { keyword: '检查' }])
    expect(readAllText({ unread: true, ...part })).toBe('全部已读（不限筛选）');
});
