import { learningTaskCalls } from '@anlan/contract/modules/learning/calls';
import { learningTask, type LearningTask } from '@anlan/contract/modules/learning/task';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';

/** 日常教育: what each person has to learn, and how far they are. */
export const Screen = resourcePage(learningTask, learningTaskCalls, {
  ...page,
  columns: [
    title({ width: 180 }),
    tag('status'),
    one('department', { width: 110 }),
    column<LearningTask, 'dueOn'>(
      'dueOn',
      '应完成日期',
      (row) => (row.overdue ? <span className="learning-late">{row.dueOn} 超期</span> : row.dueOn),
      { width: 140, sort: 'dueOn' },
    ),
    column<LearningTask>('hours', '学时', (row) => `${row.hours + row.offlineHours} / ${row.hoursRequired}`, {
      width: 100,
    }),
    column<LearningTask>('score', '成绩', (row) => (row.score === null ? '—' : `${row.score} 分`), { width: 80 }),
    one('certificateNo', { width: 150 }),
    one('enterpriseId'),
    one('passedAt', { extra: true }),
  ],
  tabs: [
    { key: 'overdue', label: '超期', filter: { overdue: true }, isAlarm: true },
    { key: 'open', label: '未完成', filter: { status: ['notStarted', 'learning', 'examPending', 'failed'] } },
    { key: 'passed', label: '已完成', filter: { status: ['passed'] } },
    { key: 'all', label: '全部', filter: {} },
  ],
  filters: ['status', 'planId', 'enterpriseId', 'dueOn'],
  form: { rows: ['enterpriseId', 'planId', 'employeeId', ['dueOn']] },
  open: 'details',
  actions: (_row, { moves, edit, remove }) => [...moves, ...edit, ...remove],
  empty: '没有学习任务。发布培训计划后，培训对象自动领到任务。',
  removing: '该学员的学习记录不再显示。',
});
