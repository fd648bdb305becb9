import { files, instant, integer, oneOf, person, prose, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';

export const sessionKinds = ['talk', 'meeting', 'class'] as const;

/** A session with participants in one place (班前会、安全例会、集中培训). It counts as offline learning hours. */
export const classSession = resource('classSession', {
  label: '班前会与集中培训',
  counter: '场',
  title: 'topic',
  subtitle: 'trainer',
  class: 'enterprise',
  permits: 'bus:classsession',
  // lead: shows the attendance code, enters people and ends the session. roster: sees all participants; others see
  // only themselves.
  abilities: ['lead', 'roster'],
  order: '-heldAt',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own('请选择所属企业').immutable().filter(),
    kind: oneOf(sessionKinds, '形式').required().default('talk').dictionary('classSessionKind').filter('many'),
    topic: text(60, '主题').required().search('pinyin').example('如 雨天行车、限速与安全带'),
    place: text(60, '地点').required(),
    heldAt: instant('开始时间').required().sortable().filter('range'),
    minutes: integer('时长', { unit: '分钟', min: 1, max: 600 })
      .required()
      .help('学时按实际经过的时间计，最多计到这个时长'),
    trainer: text(30, '主持人').required(),
    planId: ref('trainingPlan', '计入培训计划').help('集中培训计入该计划的线下学时；班前会和例会可以不选'),
    content: prose(1000, '内容'),
    material: files('材料', { purpose: 'evidence', most: 5 }).default([]),
    expected: integer('应到人数', { unit: '人', min: 1, max: 9999 }).help('不填时，按计入的培训计划的学员人数'),
    people: integer('签到人数', { unit: '人' }).computed(),
    signed: integer('已签名', { unit: '人' }).computed(),
    /** `expected`, else the number of learners of the plan; null if neither is known. */
    expectedTotal: integer('应到', { unit: '人' }).computed(),
    begunAt: instant('开始签到时间').serverSet(),
    begunById: person('签到组织人').serverSet().column('begun_by'),
    endedAt: instant('结束时间').serverSet(),
    status: oneOf(['planned', 'open', 'ended'], '状态')
      .serverSet()
      .default('planned')
      .dictionary('classSessionStatus')
      .filter('many'),
  },
  states: {
    field: 'status',
    moves: {
      begin: { from: ['planned'], to: 'open', label: '开始签到', permit: 'hold' },
      end: { from: ['open'], to: 'ended', label: '结束', permit: 'hold' },
    },
  },
});
export type ClassSession = Row<typeof classSession>;
