// What learning makes people do: each learner with an account has their own.
import type { Source } from '#kit/todo.ts';
import { waitingAfter, waitingTasks } from './task-store.ts';

/** The source of to-dos about learning. */
export const learningSource: Source = {
  type: 'learningTask',
  wanted: async (tx, ids) =>
    (await waitingTasks(tx, ids)).map((row) => ({
      kind: 'learning' as const,
      title: `${row.status === 'examPending' ? '考试' : row.status === 'signPending' ? '签名' : '学习'}：${row.plan_title}`,
      subject: { type: 'learningTask', id: row.id },
      path: `/bus/dailyEducation/viewVideo?id=${row.id}`,
      dueOn: row.due_on,
      owner: { userIds: [row.user_id] },
    })),
  after: waitingAfter,
};
