import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { boolean, code, day, decimal, integer, json, oneOf, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';
import { lesson } from '../course/lesson.ts';
import { postKinds } from '../staff/resource.ts';

export const audience = z.object({
  everyone: z.boolean(),
  postKinds: z.array(z.enum(postKinds)).check(z.maxLength(postKinds.length)),
  departments: z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.maxLength(50, '部门最多 50 个')),
});
export type Audience = z.output<typeof audience>;

export const plannedCourse = z.object({
  id,
  title: z.string().check(z.maxLength(60)),
});
/** Copy of a lesson, made when the training plan was published. */
export const plannedLesson = z.object({
  ...lesson.shape,
  courseId: id,
  key: z.string().check(z.maxLength(32)),
});
export type PlannedLesson = z.output<typeof plannedLesson>;

/** Levels of safety education (三级安全教育), which a person must complete before work: company, workshop, team. */
export const trainingLevels = ['company', 'workshop', 'team'] as const;
export type TrainingLevel = (typeof trainingLevels)[number];

export const trainingPlanStates = ['draft', 'published', 'running', 'ended', 'archived'] as const;

export const trainingPlan = resource('trainingPlan', {
  label: '培训计划',
  counter: '项',
  title: 'title',
  class: 'enterprise',
  permits: 'bus:studyplan',
  order: '-startOn',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own('请选择所属企业').immutable().filter(),
    title: text(60, '计划名称').required().sortable().search('pinyin'),
    kind: code('trainingKind', '培训类型').required().filter('many'),
    level: oneOf(trainingLevels, '三级教育层级')
      .dictionary('trainingLevel')
      .help('岗前三级教育请选择层级，三级安全教育卡按层级列出')
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
    lessons: json('课时', z.array(plannedLesson)).serverSet().default([]).whole(),
    status: oneOf(trainingPlanStates, '状态')
      .serverSet()
      .default('draft')
      .dictionary('trainingPlanStatus')
      .filter('many'),
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
export type TrainingPlan = Row<typeof trainingPlan>;
