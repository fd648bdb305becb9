import { id } from '../../domain/fields.ts';
import { code, day, files, integer, oneOf, prose, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';

/** States of a certificate's check. A certificate that its holder uploaded is valid until a checker returns it. */
export const certificateStates = ['submitted', 'verified', 'returned', 'voided'] as const;

export const certificate = resource('certificate', {
  label: '人员证件',
  counter: '本',
  title: 'name',
  subtitle: 'certNo',
  class: 'enterprise',
  permits: 'bus:certificate',
  order: 'validTo',
  importKey: ['enterpriseId', 'kind', 'certNo'],
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    kind: code('certificateKind', '证件类型').required().immutable().filter('many'),
    employeeId: ref('employee', '持证人').required().immutable().filter().head('answers'),
    category: code('specialOperation', '作业类别').help('特种作业操作证必填').when('kind', ['operator']),
    item: text(60, '操作项目').example('如 低压电工作业、熔化焊接').when('kind', ['operator', 'equipmentOperator']),
    certNo: text(40, '证号')
      .required()
      .search('prefix', /^[A-Za-z0-9（）()-]+$/),
    issuer: text(60, '发证机关'),
    firstIssuedOn: day('初领日期'),
    issuedOn: day('发证日期').required(),
    validTo: day('有效期至').required().sortable().filter('range').head('expires'),
    nextReviewOn: day('下次复审日期').short('下次复审').help('不填时按证件类型的复审周期计算').head('expires'),
    scan: files('证件影像', { purpose: 'evidence', most: 6 }).default([]).help('正反两面；可拍照或扫描'),
    name: text(80, '证件').required().serverSet().search('pinyin'),
    source: oneOf(['keeper', 'self'], '来自').default('keeper').dictionary('certificateSource').serverSet(),
    edition: integer('版次').default(1).serverSet(),
    past: files('历次证件影像', { purpose: 'evidence', most: 60 }).default([]).serverSet(),
    returnReason: prose(300, '退回或作废原因').serverSet().head('why'),
    status: oneOf(certificateStates, '核验状态')
      .short('状态')
      .default('verified')
      .dictionary('certificateStatus')
      .serverSet()
      .filter('many'),
    leftDays: integer('剩余天数').computed(),
    dueOn: day('最近期限').computed(),
  },
  filters: {
    id,
  },
  states: {
    field: 'status',
    moves: {
      verify: { from: ['submitted'], to: 'verified', label: '核验通过' },
      return: {
        from: ['submitted'],
        to: 'returned',
        label: '退回',
        ask: { reason: prose(300, '退回原因').required() },
      },
      renew: {
        from: ['submitted', 'verified', 'returned'],
        to: 'verified',
        label: '换证',
        ask: {
          validTo: day('新的有效期至').required(),
          issuedOn: day('新的发证日期').required(),
          nextReviewOn: day('下次复审日期').help('不填时按证件类型的复审周期计算'),
          files: files('新证件影像', { purpose: 'evidence', least: 1, most: 6 }).required(),
          reason: prose(300, '说明'),
        },
      },
      submit: {
        from: ['submitted', 'verified', 'returned'],
        to: 'submitted',
        label: '上传新证',
        permit: 'own',
        ask: {
          certNo: text(40, '证号').required(),
          validTo: day('新的有效期至').required(),
          issuedOn: day('新的发证日期').required(),
          files: files('新证件影像', { purpose: 'evidence', least: 1, most: 6 }).required(),
        },
      },
      void: {
        from: ['submitted', 'verified', 'returned'],
        to: 'voided',
        label: '作废',
        danger: true,
        ask: { reason: prose(300, '作废原因').required() },
      },
    },
  },
});
export type Certificate = Row<typeof certificate>;
