import * as z from 'zod/mini';
import { flag } from '../../domain/fields.ts';
import {
  boolean,
  day,
  files,
  instant,
  integer,
  json,
  money,
  oneOf,
  prose,
  ref,
  region,
  text,
} from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';
import { fileReference } from '../checklist/check-item.ts';
import { reportKinds } from './period.ts';

export const reportStates = { draft: '0', sent: '1', returned: '2', accepted: '3' } as const;

/**
 * A periodic report of an enterprise (安全月报, 季度和年度隐患统计). It contains system figures and the enterprise's own statements.
 */
export const report = resource('report', {
  label: '月报',
  counter: '份',
  title: 'title',
  class: 'enterprise',
  permits: 'bus:report',
  order: '-period',
  fields: {
    enterpriseId: ref('enterprise', '企业').own('请选择企业').immutable().filter(),
    kind: oneOf(reportKinds, '类型').default('month').dictionary('reportKind').immutable().filter('many'),
    period: text(7, '月份').required().immutable().sortable().filter().example('如 2026-10、2026-Q3、2026'),
    title: text(60, '名称').serverSet().required().search('pinyin'),
    regionCode: region('行政区划').short('区域').required().serverSet().filter('below').column('oversight_code'),
    status: oneOf(reportStates, '月报状态')
      .short('状态')
      .serverSet()
      .default('draft')
      .dictionary('reportStatus')
      .filter('many'),
    investmentFen: money('安全投入').serverSet(),
    mainWork: prose(2_000, '主要工作'),
    problems: prose(2_000, '存在问题'),
    nextPlan: prose(2_000, '下期计划'),
    remark: prose(500, '差异说明'),
    files: files('附件', { purpose: 'evidence' }),
    filler: text(30, '填报人').serverSet(),
    filledAt: instant('填报时间').serverSet(),
    signature: json('负责人签名', z.nullable(fileReference)).serverSet().whole(),
    signer: text(30, '签发人').serverSet(),
    sentAt: instant('上报时间').serverSet().sortable(),
    dueOn: day('上报截止').serverSet().required().sortable().filter('range'),
    edition: integer('版次').serverSet().default(0),
    acceptedEdition: integer('已审核版次').serverSet(),
    found: integer('发现隐患', { unit: '项' }).serverSet(),
    accepted: integer('已销号', { unit: '项' }).serverSet(),
    onTimeRate: integer('按期整改率', { unit: '%' }).serverSet(),
    trainedRate: integer('培训合格率', { unit: '%' }).serverSet(),
    meetings: integer('安全例会次数', { unit: '次' }).serverSet(),
    reason: prose(300, '退回原因').serverSet(),
    reviewer: text(30, '审核人').serverSet(),
    reviewedAt: instant('审核时间').serverSet(),
    remindedOn: day('催报日期').serverSet(),
    missing: boolean('逾期未报').computed(),
  },
  filters: {
    /** Whether the report was never submitted and its deadline has passed. */
    missing: flag as unknown as z.ZodMiniType<boolean>,
    /** Whether the report was submitted or accepted, including an accepted report that is being corrected. */
    reported: flag as unknown as z.ZodMiniType<boolean>,
    /** Code of the industry, or the beginning of the code. */
    industry: z.string().check(z.regex(/^[A-T]\d{0,2}$/, '请选择行业')),
  },
  filterLabels: { missing: '逾期未报', reported: '已上报', industry: '行业' },
  states: {
    field: 'status',
    moves: {
      send: {
        from: ['draft', 'returned'],
        to: 'sent',
        label: '签名并上报',
        permit: 'submit',
        ask: {
          signature: json('负责人签名', fileReference).required(),
          /** Hash of the figures that the signer saw. The call is refused if the figures have changed. */
          seen: text(64, '系统数据核对标记').required(),
        },
      },
      accept: {
        from: ['sent'],
        to: 'accepted',
        label: '审核通过',
        permit: 'audit',
        ask: { opinion: prose(300, '审核意见') },
      },
      return: {
        from: ['sent'],
        to: 'returned',
        label: '退回',
        permit: 'audit',
        danger: true,
        ask: { reason: prose(300, '退回原因').required() },
      },
      correct: {
        from: ['accepted'],
        to: 'draft',
        label: '更正',
        permit: 'submit',
        ask: { reason: prose(300, '更正原因').required() },
      },
    },
  },
});
export type Report = Row<typeof report>;
