import { flag, id } from '../../domain/fields.ts';
import { day, files, integer, oneOf, prose, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';

/** Kinds of emergency plans (GB/T 29639). */
export const emergencyPlanKinds = ['comprehensive', 'special', 'onSite'] as const;

/** An emergency plan (应急预案). It has versions, is filed with the authority, and is reviewed every three years. */
export const emergencyPlan = resource('emergencyPlan', {
  label: '应急预案',
  counter: '个',
  title: 'title',
  subtitle: 'filingNo',
  class: 'enterprise',
  permits: 'bus:emergencyplan',
  order: '-issuedOn',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own('请选择所属企业').immutable().filter(),
    kind: oneOf(emergencyPlanKinds, '预案类别').required().dictionary('emergencyPlanKind').filter('many'),
    title: text(100, '名称').required().search('pinyin').example('如 生产安全事故综合应急预案'),
    issuedOn: day('发布日期').required().sortable().filter('range'),
    content: prose(1000, '适用范围'),
    papers: files('预案文本', { purpose: 'evidence', most: 9 }).default([]),
    edition: integer('版本', { min: 1 }).serverSet().default(1),
    /** Last day for filing the plan with the authority. Set only for trades that must file, until the plan is filed. */
    filingDueOn: day('备案期限').serverSet(),
    filedOn: day('备案日期').serverSet(),
    filingNo: text(40, '备案编号').serverSet(),
    nextReviewOn: day('下次评估日期').serverSet().sortable().filter('range').head('expires'),
    nextDrillOn: day('下次演练期限').serverSet().head('expires'),
    status: oneOf(['draft', 'effective', 'withdrawn'], '状态')
      .serverSet()
      .default('draft')
      .dictionary('emergencyPlanStatus')
      .filter('many'),
  },
  filters: {
    id,
    /** Whether the emergency plan is in force and its next review is late or due within 30 days. */
    reviewDue: flag,
  },
  filterLabels: { id: '指定的一份', reviewDue: '30 天内应评估' },
  states: {
    field: 'status',
    moves: {
      publish: { from: ['draft'], to: 'effective', label: '发布' },
      file: {
        from: ['effective'],
        label: '登记备案',
        ask: {
          filedOn: day('备案日期').required(),
          filingNo: text(40, '备案编号').required(),
          files: files('备案登记表', { purpose: 'evidence', least: 1, most: 9 }).required(),
        },
      },
      assess: {
        from: ['effective'],
        label: '登记评估',
        ask: {
          assessedOn: day('评估日期').required(),
          reason: prose(500, '评估结论').required(),
          files: files('评估报告', { purpose: 'evidence', most: 9 }),
        },
      },
      revise: {
        from: ['effective'],
        label: '修订',
        ask: {
          issuedOn: day('发布日期').required(),
          papers: files('新版文本', { purpose: 'evidence', least: 1, most: 9 }).required(),
          reason: prose(500, '修订内容').required(),
        },
      },
      withdraw: {
        from: ['effective'],
        to: 'withdrawn',
        label: '废止',
        danger: true,
        ask: { reason: prose(300, '废止原因').required() },
      },
    },
  },
});
export type EmergencyPlan = Row<typeof emergencyPlan>;
