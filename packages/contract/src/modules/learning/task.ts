import { boolean, day, decimal, instant, integer, oneOf, prose, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';
import type * as z from 'zod/mini';
import { flag } from '../../domain/fields.ts';
import { learningStates } from './states.ts';

export const learningTask = resource('learningTask', {
  label: '学习任务',
  counter: '项',
  title: 'employeeName',
  subtitle: 'planTitle',
  class: 'enterprise',
  permits: 'bus:dailyeducation',
  order: '-dueOn',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    status: oneOf(learningStates, '学习状态')
      .short('状态')
      .serverSet()
      .default('notStarted')
      .dictionary('assignmentStatus')
      .filter('many'),
    planId: ref('trainingPlan', '培训计划').required().immutable().filter(),
    employeeId: ref('employee', '学员').required().immutable().filter(),
    round: integer('轮次').serverSet().default(1),
    planTitle: text(60, '计划名称').serverSet().required(),
    employeeName: text(30, '姓名').serverSet().required().search('pinyin'),
    department: text(60, '部门').serverSet(),
    seconds: integer('有效时长', { unit: '秒' }).serverSet().default(0),
    hours: decimal('线上学时', { unit: '学时' }).serverSet().default(0),
    offlineHours: decimal('线下学时', { unit: '学时' }).serverSet().default(0),
    hoursRequired: decimal('应修学时', { unit: '学时' }).serverSet().default(0),
    score: integer('成绩', { unit: '分' }).serverSet(),
    attempts: integer('考试次数', { unit: '次' }).serverSet().default(0),
    dueOn: day('应完成日期').required().sortable().filter('range'),
    passedAt: instant('完成时间').serverSet().sortable().filter('range'),
    certificateNo: text(40, '合格证编号').serverSet(),
    signedAt: instant('签名时间').serverSet(),
    validTo: day('合格证有效期至').serverSet(),
    revokedAt: instant('吊销时间').serverSet(),
    revokeReason: prose(300, '吊销原因').serverSet(),
    exemptReason: prose(300, '免修原因').serverSet(),
    overdue: boolean('超期').computed(),
  },
  filters: {
    /** Whether the task is overdue and neither passed nor exempted. */
    overdue: flag as unknown as z.ZodMiniType<boolean>,
    signed: flag as unknown as z.ZodMiniType<boolean>,
    examined: flag as unknown as z.ZodMiniType<boolean>,
    /** Whether the best score of the exams reaches the plan's pass mark. */
    examPassed: flag as unknown as z.ZodMiniType<boolean>,
    /** Whether a learning session waits for manual confirmation. */
    held: flag as unknown as z.ZodMiniType<boolean>,
  },
  filterLabels: {
    overdue: '超期未完成',
    signed: '已签名',
    examined: '考过试',
    examPassed: '考试合格',
    held: '待人工确认',
  },
  states: {
    field: 'status',
    moves: {
      exempt: {
        from: ['notStarted', 'learning', 'examPending', 'signPending', 'failed'],
        to: 'exempted',
        label: '免修',
        permit: 'exempt',
        ask: { exemptReason: prose(300, '免修原因').required() },
      },
      revoke: {
        from: ['passed'],
        label: '吊销合格证',
        permit: 'revoke',
        danger: true,
        ask: { revokeReason: prose(300, '吊销原因').required() },
      },
    },
  },
});
export type LearningTask = Row<typeof learningTask>;
