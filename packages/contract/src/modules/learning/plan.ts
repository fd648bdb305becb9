import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { boolean, code, day, decimal, integer, json, oneOf, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';
import { lesson } from '../course/lesson.ts';
import { postKinds } from '../staff/resource.ts';

/** For whom a plan is: everybody, or those of some posts or departments. */
export const audience = z.object({
  /** Everybody of the enterprise. */
  everyone: z.boolean(),
  /** Kinds of posts. */
  postKinds: z.array(z.enum(postKinds)).check(z.maxLength(postKinds.length)),
  /** Departments. */
  departments: z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.maxLength(50, '部门最多 50 个')),
});
/** For whom a plan is. */
export type Audience = z.output<typeof audience>;

/** A course that a plan is made of. */
export const plannedCourse = z.object({
  /** The course. */ id,
  /** Its title. */ title: z.string().check(z.maxLength(60)),
});
/** A lesson as a plan keeps it from the day on which it is published. */
export const plannedLesson = z.object({
  ...lesson.shape,
  /** The course that it is of. */
  courseId: id,
  /** Key of the lesson within the plan. */
  key: z.string().check(z.maxLength(32)),
});
/** A lesson as a plan keeps it. */
export type PlannedLesson = z.output<typeof plannedLesson>;

/** The three levels of safety education before somebody begins to work (三级安全教育): 公司, 车间, 班组. */
export const trainingLevels = ['company', 'workshop', 'team'] as const;
/** A level of safety education. */
export type TrainingLevel = (typeof trainingLevels)[number];

/** States of a plan. */
export const trainingPlanStates = ['draft', 'published', 'running', 'ended', 'archived'] as const;

/** A training plan (培训计划) of an enterprise: who learns what by when. */
export const trainingPlan = resource('trainingPlan', {
  label: '培训计划',
  counter: '项',
  title: 'title',
  class: 'enterprise',
  permits: 'bus:studyplan',
  order: '-startOn',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own('请选择所属企业').immutable().filter(),
    title: text(60, '计划名称').required().sortable().search('contains'),
    kind: code('trainingKind', '培训类型').required().filter('many'),
    level: oneOf(trainingLevels, '三级教育级别')
      .dictionary('trainingLevel')
      .help('岗前三级教育请选择级别，三级安全教育卡按级别列出')
      .when('kind', ['preJob']),
    teacher: text(30, '授课人').help('不填写时，教育卡和记录表取课程和集中培训的授课人'),
    startOn: day('开始日期').required().sortable().filter('range'),
    endOn: day('截止日期').required().sortable(),
    audience: json('培训对象', z.nullable(audience)),
    courses: json('课程', z.array(plannedCourse, '请选择课程').check(z.maxLength(20, '课程最多 20 门')))
      .default([])
      .whole(),
    hoursRequired: decimal('应修学时', { unit: '学时', max: 400 }).required(),
    cycleMonths: integer('再培训周期', { unit: '月', max: 120 }).help('学完之后过几个月再学一轮；不填写为只学一轮'),
    examCount: integer('考试题数', { unit: '题', max: 100 }).default(0).help('0 为不考试；题目从题库中随机抽取'),
    examMinutes: integer('考试时间', { unit: '分钟', min: 1, max: 300 }).default(30).when('examCount', 'filled'),
    passScore: integer('合格分', { unit: '分', min: 60, max: 100 }).default(80).when('examCount', 'filled'),
    retries: integer('补考次数', { unit: '次', max: 10 }).default(2).when('examCount', 'filled'),
    signRequired: boolean('本人签名').default(false),
    faceRequired: boolean('人脸核验')
      .default(false)
      .help('监管单位开启培训人脸核验后才生效；学员不同意或拍不了时，由企业人工确认'),
    lessons: json('课时', z.array(plannedLesson)).kept().default([]).whole(),
    status: oneOf(trainingPlanStates, '状态').kept().default('draft').dictionary('trainingPlanStatus').filter('many'),
    people: integer('学员').computed(),
    passed: integer('已完成').computed(),
  },
  states: {
    field: 'status',
    moves: {
      publish: { from: ['draft'], to: 'published', label: '发布', permit: 'publish' },
      end: { from: ['published', 'running'], to: 'ended', label: '结束', permit: 'publish', danger: true },
      archive: { from: ['ended'], to: 'archived', label: '归档', permit: 'publish' },
    },
  },
});
/** A plan as people see it. */
export type TrainingPlan = Row<typeof trainingPlan>;
