// What learning makes people do: learners learn, and who keeps their tasks says who sat there.
import type { Source } from '#kit/todo.ts';
import { heldAfter, heldTasks } from './face-store.ts';
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

/** The source of to-dos about sittings that somebody of the enterprise is to confirm. */
export const heldSource: Source = {
  type: 'learningHeld',
  wanted: async (tx, ids) =>
    (await heldTasks(tx, ids)).map((row) => ({
      kind: 'confirm' as const,
      title: `人工确认：${row.employee_name} 学习“${row.plan_title}”`,
      subject: { type: 'learningHeld', id: row.id },
      path: '/bus/dailyEducation/index?tab=held',
      owner: { userType: 'enterprise', permit: 'bus:dailyeducation:edit', enterpriseId: row.enterprise_id },
    })),
  after: heldAfter,
};
