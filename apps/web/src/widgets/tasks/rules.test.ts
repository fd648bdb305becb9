import type { Job } from '@anlan/contract/modules/job/job';
import { expect, test } from 'vitest';
import { justOver, nameOf, resultName } from './rules.ts';

const job = (id: string, state: Job['state']): Job => ({
  id,
  kind: 'enterprise.bulk',
  title: null,
  createdAt: new Date(0),
  state,
  done: 0,
  total: null,
  message: null,
  resultUrl: null,
  undoUntil: null,
  result: null,
});

test('reports a job once when it ended since the last poll', () => {
  const before = [job('a', 'running'), job('b', 'done'), job('c', 'waiting')];
  const now = [job('a', 'done'), job('b', 'done'), job('c', 'running'), job('d', 'done')];
  expect(justOver(before, now).map(({ id }) => id)).toEqual(['a']);
  expect(justOver(now, now)).toEqual([]);
});

test('names a job by its title, else by its kind', () => {
  expect(nameOf({ ...job('a', 'done'), title: '批量停产' })).toBe('批量停产');
  expect(nameOf(job('a', 'done'))).toBe('批量处理企业');
  expect(nameOf({ kind: 'new.kind', title: null })).toBe('后台任务');
  expect(resultName({ kind: 'enterprise.export' })).toBe('下载文件');
});
