import { flag, id, instant as instantOf } from '../../domain/fields.ts';
import {
  boolean,
  code,
  day,
  files,
  instant,
  integer,
  money,
  oneOf,
  prose,
  ref,
  serial,
  text,
  type Fields,
} from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';
import { accidentGrades } from './grade.ts';

/** The four that are not spared (四不放过), by the field that records each. */
export const notSpared: Readonly<Record<'cause' | 'liability' | 'measures' | 'education', string>> = {
  cause: '事故原因',
  liability: '责任人员处理',
  measures: '整改措施',
  education: '人员教育',
};

/** Records one of the four while the investigation goes on. */
const record = <A extends Fields>(label: string, asked: A) => ({
  from: ['investigating'],
  label,
  permit: 'investigate',
  ask: { ...asked, files: files('证明材料', { purpose: 'evidence', most: 9 }) },
});

/** An accident or a near miss (生产安全事故、未遂事件): graded by its harm, investigated, closed. */
export const accident = resource('accident', {
  label: '事故',
  counter: '起',
  title: 'title',
  subtitle: 'number',
  class: 'enterprise',
  permits: 'bus:accident',
  order: '-occurredAt',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own('请选择所属企业').immutable().filter(),
    kind: oneOf(['harm', 'nearMiss'], '性质').required().immutable().dictionary('accidentKind').filter('many'),
    number: serial('SG', '编号'),
    title: text(60, '名称').required().search('contains').example('如 一号库叉车碰撞'),
    type: code('accidentType', '事故类型').required(),
    place: text(100, '发生地点').required(),
    occurredAt: instant('发生时间').required().sortable().filter('range'),
    firstReportAt: instant('自述首报时间')
      .required()
      .help('口头或电话报告的时间；是否超时按接报人登记电话的时间，或在本系统上报的时间计算'),
    reportedAt: instant('首报时间').kept(),
    /** The claimed time, at most a day before the report was received: what figures and scores count by. */
    countedAt: instant('计入统计的时间').computed(),
    phoneReportId: ref('phoneReport', '电话报告').kept(),
    deaths: integer('死亡', { unit: '人', max: 100_000 })
      .default(0)
      .when('kind', { not: ['nearMiss'] }),
    /** What it said before it was made smaller: it counts until the authority closes the case. */
    reportedDeaths: integer('改少前的死亡人数', { unit: '人', max: 100_000 }).kept(),
    seriousInjuries: integer('重伤', { unit: '人', max: 100_000 })
      .default(0)
      .when('kind', { not: ['nearMiss'] }),
    minorInjuries: integer('轻伤', { unit: '人', max: 100_000 })
      .default(0)
      .when('kind', { not: ['nearMiss'] }),
    lossFen: money('直接经济损失')
      .default(0)
      .when('kind', { not: ['nearMiss'] }),
    process: prose(2000, '事故经过').required(),
    photos: files('现场资料', { purpose: 'evidence', most: 9 }).default([]),
    grade: oneOf(accidentGrades, '事故等级').kept().dictionary('accidentGrade').filter('many'),
    late: boolean('首报超时').computed(),
    closeDueOn: day('调查期限').kept(),
    cause: prose(1000, '事故原因').kept(),
    liability: prose(1000, '责任人员处理').kept(),
    measures: prose(1000, '整改措施').kept(),
    education: prose(1000, '人员教育').kept(),
    closedAt: instant('结案时间').kept(),
    status: oneOf(['reported', 'investigating', 'closed'], '状态')
      .kept()
      .default('reported')
      .dictionary('accidentStatus')
      .filter('many'),
  },
  filters: {
    /** Counts as having happened from this time on. */
    countedAtFrom: instantOf,
    /** Counts as having happened up to this time. */
    countedAtTo: instantOf,
    /** Whether somebody died. */
    fatal: flag,
    /** One accident alone, where a to-do leads. */
    id,
  },
  filterLabels: { countedAtFrom: '计入统计从', countedAtTo: '计入统计到', fatal: '有人员死亡', id: '指定的一起' },
  states: {
    field: 'status',
    moves: {
      investigate: {
        from: ['reported'],
        to: 'investigating',
        label: '开始调查',
        permit: 'investigate',
        ask: { reason: prose(300, '调查组和分工').required() },
      },
      cause: record('查清原因', { cause: prose(1000, '事故原因').required() }),
      liability: record('处理责任人', { liability: prose(1000, '责任人员处理').required() }),
      measures: record('落实整改', { measures: prose(1000, '整改措施').required() }),
      education: record('教育人员', { education: prose(1000, '人员教育').required() }),
      close: {
        from: ['investigating'],
        to: 'closed',
        label: '结案',
        permit: 'investigate',
        ask: { reason: prose(500, '结案意见').required() },
      },
      reopen: {
        from: ['closed'],
        to: 'investigating',
        label: '重新调查',
        permit: 'reopen',
        ask: { reason: prose(500, '重新调查的原因').required() },
      },
    },
  },
});
/** An accident as people see it. */
export type Accident = Row<typeof accident>;
