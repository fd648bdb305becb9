// The lists with a queue (连续处理), by the kind of to-do that links to them.
import type { Todo, TodoKind } from '@anlan/contract/domain/todo';
import { queueAddress } from '../queue/queue-address.ts';

interface TodoQueue {
  kind: TodoKind;
  path: string;
  label: string;
  to: string;
}

const queues: readonly TodoQueue[] = [
  {
    kind: 'audit',
    path: '/bus/enterprise/dossier',
    label: '连续审核企业',
    to: queueAddress('/bus/enterprise/index', { status: '1' }),
  },
  {
    kind: 'audit',
    path: '/bus/certificate/index',
    label: '连续核验证件',
    to: queueAddress('/bus/certificate/index', { status: 'submitted' }),
  },
  {
    kind: 'recheck',
    path: '/bus/enterpriseexpinfo1/index',
    label: '连续复查隐患',
    to: queueAddress('/bus/enterpriseexpinfo1/index', { tab: 'recheck' }),
  },
];

/** The queues with at least two open to-dos. */
export const queuesOf = (rows: readonly Pick<Todo, 'kind' | 'path' | 'doneAt'>[]): readonly TodoQueue[] =>
  queues.filter(
    (queue) =>
      rows.filter(
        ({ kind, path, doneAt }) => doneAt === null && kind === queue.kind && path.split('?')[0] === queue.path,
      ).length > 1,
  );
