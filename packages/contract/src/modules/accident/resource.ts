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

/** Field that records each of the four requirements (四不放过). */
export const investigationRecords: Readonly<Record<'cause' | 'liability' | 'measures' | 'education', string>> = {
  cause: '事故原因',
  liability: '责任人员处理',
  measures: '整改措施',
  education: '人员教育',
};

/** Builds a move that records one of the four requirements (四不放过) during the investigation. */
const recordMove = <A extends Fields>(label: string, inputFields: A) => ({
  from: ['investigating'],
  label,
  permit: 'investigate',
  ask: { ...inputFields, files: files('证明材料', { purpose: 'evidence', most: 9 }) },
});

/** An accident or near miss (生产安全事故、未遂事件): graded by its harm, investigated, closed. */
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
    title: text(60, '名称').required().search('pinyin').example('如 一号库叉车碰撞'),
    type: code('accidentType', '事故类型').required(),
    place: text(100, '发生地点').required(),
    occurredAt: instant('发生时间').required().sortable().filter('range'),
    firstReportAt: instant('自述首报时间')
      .required()
      .help('口头或电话报告的时间；是否超时按接报人登记电话的时间，或在本系统上报的时间计算'),
    reportedAt: instant('首报时间').serverSet(),
    /** Time for figures and scores: the claimed time, but at most one day before the report was received. */
    countedAt: instant('计入统计的时间').computed(),
    phoneReportId: ref('phoneReport', '电话报告').serverSet(),
    deaths: integer('死亡', { unit: '人', max: 100_000 })
      .default(0)
      .when('kind', { not: ['nearMiss'] }),
    /**
     * Number of deaths before the enterprise lowered the number. The old number counts until the authority closes the
     * case.
     */
    reportedDeaths: integer('改少前的死亡人数', { unit: '人', max: 100_000 }).serverSet(),
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
    grade: oneOf(accidentGrades, '事故等级').serverSet().dictionary('accidentGrade').filter('many'),
    late: boolean('首报超时').computed(),
    closeDueOn: day('调查期限').serverSet(),
    cause: prose(1000, '事故原因').serverSet(),
    liability: prose(1000, '责任人员处理').serverSet(),
    measures: prose(1000, '整改措施').serverSet(),
    education: prose(1000, '人员教育').serverSet(),
    closedAt: instant('结案时间').serverSet(),
    status: oneOf(['reported', 'investigating', 'closed'], '状态')
      .serverSet()
      .default('reported')
      .dictionary('accidentStatus')
      .filter('many'),
  },
  filters: {
    countedAtFrom: instantOf,
    countedAtTo: instantOf,
    fatal: flag,
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
      cause: recordMove('查清原因', { cause: prose(1000, '事故原因').required() }),
      liability: recordMove('处理责任人', { liability: prose(1000, '责任人员处理').required() }),
      measures: recordMove('落实整改', { measures: prose(1000, '整改措施').required() }),
      education: recordMove('教育人员', { education: prose(1000, '人员教育').required() }),
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
export type Accident = Row<typeof accident>;
