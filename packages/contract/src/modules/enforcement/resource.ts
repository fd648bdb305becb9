import * as z from 'zod/mini';
import { day as dayText, filled, id, prose as lines, text as line } from '../../domain/fields.ts';
import { boolean, code, day, files, instant, json, oneOf, prose, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';
import { itemKey, keptFile } from '../checklist/item.ts';
import { inspector, signature } from '../inspection/resource.ts';

/** A matter of a notice: what is wrong, never what is required. */
export const noticeItem = z.object({
  /** Key of the matter within its notice. */
  key: itemKey,
  /** 存在的问题 */
  text: filled(300, '事项内容'),
  /** 法律依据：违反的条款；责令整改和现场处理的事项必须有 */
  clause: z.optional(z.nullable(line(120, '条款'))),
  /** Photos that prove it. */
  photos: z.optional(z.array(keptFile).check(z.maxLength(9, '照片最多 9 张'))),
  /** The hidden danger that was opened for it. */
  dangerId: z.optional(z.nullable(id)),
});
/** A matter of a notice. */
export type NoticeItem = z.output<typeof noticeItem>;

/** Measures of an on-site decision (现场处理措施). */
export const measureKinds = {
  stop: '责令暂时停产停业、停止使用',
  evacuate: '责令从危险区域撤出作业人员',
  rectify: '责令限期排除事故隐患',
} as const;
/** A measure of an on-site decision. */
export const measure = z.object({
  /** What is ordered. */
  kind: z.enum(Object.keys(measureKinds) as [keyof typeof measureKinds, ...(keyof typeof measureKinds)[]]),
  /** Where, or which equipment. */
  scope: filled(200, '措施范围'),
  /** By which day. */
  dueOn: z.optional(z.nullable(dayText)),
});
/** A measure of an on-site decision. */
export type Measure = z.output<typeof measure>;

/** What an enterprise answered to a matter, as it is kept: files of long ago may be gone. */
const keptReply = z.object({
  /** Key of the matter. */
  key: itemKey,
  /** 整改情况 */
  text: z.string(),
  /** 证据 */
  evidence: z.array(keptFile),
});
/** What an enterprise answers to a matter, with what proves it. */
export const noticeReply = z.extend(keptReply, {
  /** 整改情况 */
  text: lines(500, '整改情况').check(z.minLength(1, '请填写整改情况')),
  /** 证据 */
  evidence: z.array(keptFile).check(z.minLength(1, '每个事项都需要上传证据'), z.maxLength(9, '证据最多 9 个')),
});
/** What an enterprise answers to a matter. */
export type NoticeReply = z.output<typeof noticeReply>;

/** Kinds whose matters are hidden dangers that must be put right, each by a legal basis. */
export const demandsRectification = (kind: string): boolean => kind === 'order' || kind === 'onSiteDecision';
/** How many officers act together: no fewer than two by law. */
export const officersLeast = 2;
/** Whether officers of the register sign a kind of notice. */
export const isSigned = (kind: string): boolean =>
  demandsRectification(kind) || kind === 'siteRecord' || kind === 'recheck';

/** Begins of the numbers of each kind of notice. */
export const noticePrefixes: Readonly<Record<string, string>> = {
  siteRecord: 'XCJC',
  order: 'ZLZG',
  recheck: 'ZGFC',
  interview: 'YTTZ',
  reminder: 'TXH',
  onSiteDecision: 'XCCL',
};

/** An enforcement notice (执法通知). */
export const enforcement = resource('enforcement', {
  label: '执法通知',
  counter: '份',
  title: 'title',
  subtitle: 'no',
  class: 'enterprise',
  permits: 'bus:spot',
  order: '-issuedAt',
  fields: {
    no: text(40, '文书编号')
      .kept()
      .required()
      .unique()
      .search('prefix', /^[A-Za-z]+[0-9-]+$/),
    kind: code('enforcementKind', '通知类型').short('类型').required().immutable().filter('many'),
    enterpriseId: ref('enterprise', '企业').own('请选择企业').immutable().filter(),
    title: text(80, '标题').required().search('contains'),
    basis: prose(500, '依据').example('所依据的法律、法规、规章条款，由本单位法制人员核对'),
    items: json('事项', z.array(noticeItem).check(z.maxLength(100, '事项最多 100 项'))).default([]),
    measures: json('现场处理措施', z.array(measure).check(z.maxLength(20, '措施最多 20 项'))).default([]),
    dueOn: day('回复期限').required().sortable().filter('range'),
    files: files('附件', { purpose: 'evidence' }).default([]),
    inspectionId: ref('inspection', '检查记录').kept(),
    inspectors: json('执法人员', z.array(inspector).check(z.maxLength(9))).default([]),
    signatures: json('签名', z.array(signature)).kept().default([]),
    place: text(100, '检查场所'),
    issuedBy: text(60, '下发人').kept(),
    issuedAt: instant('下发时间').kept().required().sortable().filter('range'),
    receivedBy: text(30, '签收人').kept(),
    receivedAt: instant('签收时间').kept(),
    replies: json('回复', z.array(keptReply)).kept().default([]),
    repliedAt: instant('回复时间').kept(),
    opinion: prose(500, '办结意见').kept(),
    closedAt: instant('办结时间').kept(),
    withdrawal: prose(300, '撤销原因').kept(),
    withdrawnBy: text(60, '撤销人').kept(),
    withdrawnAt: instant('撤销时间').kept(),
    stops: boolean('停产措施生效').kept().default(false),
    liftedAt: instant('停产解除时间').kept(),
    /** Since when nobody received it although a day has passed; the head is told then. */
    unreceivedAt: instant('超时未签收').kept(),
    status: oneOf({ issued: '0', received: '1', replied: '2', closed: '3', withdrawn: '9' }, '状态')
      .kept()
      .default('issued')
      .dictionary('enforcementStatus')
      .filter('many'),
  },
  states: {
    field: 'status',
    moves: {
      receive: {
        from: ['issued'],
        to: 'received',
        label: '签收',
        permit: 'reply',
        ask: { receivedBy: text(30, '签收人').required() },
      },
      reply: {
        from: ['received'],
        to: 'replied',
        label: '回复',
        permit: 'reply',
        ask: { replies: json('回复', z.array(noticeReply).check(z.maxLength(100))).required() },
      },
      close: {
        from: ['replied'],
        to: 'closed',
        label: '办结',
        permit: 'close',
        ask: { opinion: prose(500, '办结意见').required() },
      },
      sendBack: {
        from: ['replied'],
        to: 'received',
        label: '退回补充',
        permit: 'close',
        danger: true,
        ask: { reason: prose(300, '退回原因').required() },
      },
      withdraw: {
        from: ['issued', 'received', 'replied'],
        to: 'withdrawn',
        label: '撤销',
        permit: 'del',
        danger: true,
        ask: { reason: prose(300, '撤销原因').required() },
      },
      lift: {
        from: ['issued', 'received', 'replied'],
        label: '解除停产措施',
        permit: 'close',
        ask: {
          reason: prose(300, '审查意见').required(),
          files: files('复产复工审查材料', { purpose: 'evidence', least: 1 }).required(),
        },
      },
    },
  },
});
/** An enforcement notice as people see it. */
export type Enforcement = Row<typeof enforcement>;
