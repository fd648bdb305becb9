// To-dos of learning: learners have tasks, administrators have sittings to confirm.
import type { TodoSource } from '#kit/todo.ts';
import { heldAfter, heldTasks } from './face-store.ts';
import { waitingAfter, waitingTasks } from './task-store.ts';

export const learningSource: TodoSource = {
  type: 'learningTask',
  wanted: async (tx, ids) =>
    (await waitingTasks(tx, ids)).map((row) => ({
      kind: 'learning' as const,
      act: 'learning.begin' as const,
      title: `${row.status === 'examPending' ? '考试' : row.status === 'signPending' ? '签名' : '学习'}：${row.plan_title}`,
      subject: { type: 'learningTask', id: row.id },
      path: `/bus/dailyEducation/viewVideo?id=${row.id}`,
      dueOn: row.due_on,
      owner: { userIds: [row.user_id], enterpriseId: row.enterprise_id },
    })),
  after: waitingAfter,
};

export const heldSource: TodoSource = {
  type: 'learningHeld',
  wanted: async (tx, ids) =>
    (await heldTasks(tx, ids)).map((row) => ({
      kind: 'confirm' as const,
      act: 'learningTask.faceDecide' as const,
      title: `人工确认：${row.employee_name} 学习“${row.plan_title}”`,
      subject: { type: 'learningHeld', id: row.id },
      path: '/bus/dailyEducation/index?tab=held',
      owner: { userType: 'enterprise', permit: 'bus:dailyeducation:edit', enterpriseId: row.enterprise_id },
    })),
  after: heldAfter,
};
