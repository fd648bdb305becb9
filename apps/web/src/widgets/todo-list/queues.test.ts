import { expect, it } from 'vitest';
import { asksForQueue, withoutQueue } from '../queue/queue-address.ts';
import { queuesOf } from './queues.ts';

const todo = (kind: 'audit' | 'recheck', path: string, doneAt: Date | null = null) => ({ kind, path, doneAt });
const danger = '/bus/enterpriseexpinfo1/index?id=1';

it('offers a queue when one list has at least two to-dos of a kind', () => {
  const file = todo('audit', '/bus/enterprise/dossier?id=1');
  expect(queuesOf([file, todo('recheck', danger)])).toEqual([]);
  expect(queuesOf([file, file, todo('recheck', danger)]).map(({ label }) => label)).toEqual(['连续审核企业']);
  expect(queuesOf([todo('recheck', danger), todo('recheck', danger, new Date())])).toEqual([]);
});

it('opens the list with a queue that starts only once', () => {
  const [queue] = queuesOf([todo('recheck', danger), todo('recheck', danger)]);
  const search = `?${queue?.to.split('?')[1]}`;
  expect(asksForQueue(search)).toBe(true);
  expect(withoutQueue(search)).toBe('tab=recheck');
  expect(asksForQueue('?tab=recheck')).toBe(false);
});
