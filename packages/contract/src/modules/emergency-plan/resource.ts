import { flag, id } from '../../domain/fields.ts';
import { day, files, integer, oneOf, prose, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';

/** Kinds of emergency plans (GB/T 29639). */
export const emergencyPlanKinds = ['comprehensive', 'special', 'onSite'] as const;

/** An emergency plan of an enterprise (应急预案): versions, filing with the authority, assessment every three years. */
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
    title: text(100, '名称').required().search('contains').example('如 生产安全事故综合应急预案'),
    issuedOn: day('发布日期').required().sortable().filter('range'),
    content: prose(1000, '适用范围'),
    papers: files('预案文本', { purpose: 'evidence', most: 9 }).default([]),
    edition: integer('版本', { min: 1 }).kept().default(1),
    /** Last day to file it with the authority; only of trades that must, until it is filed. */
    filingDueOn: day('备案期限').kept(),
    filedOn: day('备案日期').kept(),
    filingNo: text(40, '备案编号').kept(),
    nextReviewOn: day('下次评估日期').kept().sortable().filter('range').head('expires'),
    nextDrillOn: day('下次演练期限').kept().head('expires'),
    status: oneOf(['draft', 'effective', 'withdrawn'], '状态')
      .kept()
      .default('draft')
      .dictionary('emergencyPlanStatus')
      .filter('many'),
  },
  filters: {
    /** One plan alone, where a warning leads. */
    id,
    /** In force, and due for its next assessment within 30 days or late. */
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
/** An emergency plan as people see it. */
export type EmergencyPlan = Row<typeof emergencyPlan>;
