// To-dos of health tasks: one per task, until everybody in its started rounds has a record.
import type { TodoSource } from '#kit/todo.ts';
import type { Tx } from '#platform/db/index.ts';
import { waitingAfter, waitingTasks } from './todo-store.ts';

export interface TodoDeps {
  byPost: (
    tx: Tx,
    enterpriseId: string,
    posts: readonly 'safetyManager'[],
  ) => Promise<readonly { userId: string | null }[]>;
}

export const healthSource = ({ byPost }: TodoDeps): TodoSource => ({
  type: 'healthTask',
  async wanted(tx, ids) {
    const wanted = [];
    for (const row of await waitingTasks(tx, ids)) {
      const userIds = (await byPost(tx, row.enterpriseId, ['safetyManager'])).flatMap(({ userId }) => userId ?? []);
      wanted.push({
        kind: 'confirm' as const,
        act: 'healthRecord.pass' as const,
        title: `登记检测结果：${row.title}`,
        subject: { type: 'healthTask', id: row.id },
        path: `/bus/nucleintask/info/people?taskId=${row.id}`,
        dueOn: row.dueOn,
        owner:
          userIds.length > 0
            ? { userIds, enterpriseId: row.enterpriseId }
            : {
                userType: 'enterprise' as const,
                permit: 'bus:nucleinrecord:edit' as const,
                enterpriseId: row.enterpriseId,
              },
      });
    }
    return wanted;
  },
  after: waitingAfter,
});
