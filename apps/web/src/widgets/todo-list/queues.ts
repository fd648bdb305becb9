// Lists whose records are done one after the other (连续处理), by the to-dos that lead to them.
import type { Todo, TodoKind } from '@anlan/contract/domain/todo';
import { queueAddress } from '../queue/queue-address.ts';

/** A kind of to-dos that is done so: where each of them leads, and the list that begins the queue. */
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

/** The queues that are worth it: of which at least two to-dos wait here. */
export const queuesOf = (rows: readonly Pick<Todo, 'kind' | 'path' | 'doneAt'>[]): readonly TodoQueue[] =>
  queues.filter(
    (queue) =>
      rows.filter(
        ({ kind, path, doneAt }) => doneAt === null && kind === queue.kind && path.split('?')[0] === queue.path,
      ).length > 1,
  );
