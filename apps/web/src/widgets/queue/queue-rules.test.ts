import { expect, it } from 'vitest';
import { begin, beforeOf, goTo, markDone, markOwn, meanwhileOf, nextOf, resultOf } from './queue-rules.ts';

const line = ['a', 'b', 'c', 'd'].map((id) => ({ id, version: 1 }));

it('goes forward to the next unprocessed record, and back to any record', () => {
  const queue = markDone(begin(line), 'b');
  expect([beforeOf(queue), nextOf(queue)]).toEqual([null, 2]);
  const third = goTo(queue, 2);
  expect([beforeOf(third), nextOf(third), nextOf(goTo(third, 3))]).toEqual([1, 3, null]);
  expect(nextOf(begin([]))).toBeNull();
});

it('summarizes processed, skipped and open records at the end of a queue', () => {
  const all = line.reduce((queue, { id }, at) => markDone(goTo(queue, at), id), begin(line));
  expect(resultOf(all, true, '条')).toBe('已处理 4 条');
  const some = goTo(goTo(markDone(begin(line), 'a'), 1), 3);
  expect(resultOf(some, true, '家')).toBe('已处理 1 家，跳过 2 家，还有 1 家没有处理');
  // The user left the queue early: the record that was open does not count as skipped.
  expect(resultOf(goTo(markDone(begin(line), 'a'), 1), false, '条')).toBe('已处理 1 条，还有 3 条没有处理');
  expect(resultOf(goTo(begin(line), 1), false, '条')).toBeNull();
  expect(resultOf(begin(line.slice(0, 1)), true, '条')).toBe('已处理 0 条，跳过 1 条');
});

it('reports changes of a record by other users, but not by this user', () => {
  const [seen = { id: '', version: 0 }] = line;
  const queue = begin(line);
  expect(meanwhileOf(seen, seen, 1, queue)).toBeNull();
  expect(meanwhileOf(seen, { ...seen, version: 2 }, 1, queue)).toBe('changed');
  expect(meanwhileOf(seen, { ...seen, version: 2 }, 0, queue)).toBe('taken');
  expect(meanwhileOf(seen, null, 0, queue)).toBe('gone');
  expect(meanwhileOf(seen, { ...seen, version: 2 }, 0, markDone(queue, 'a'))).toBeNull();
  expect(meanwhileOf(seen, { ...seen, version: 2 }, 1, markOwn(queue, 'a'))).toBeNull();
});
