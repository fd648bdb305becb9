import * as z from 'zod/mini';
import { day as dayText, requiredText, id, prose as lines, text as line } from '../../domain/fields.ts';
import { boolean, code, day, files, instant, json, oneOf, prose, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';
import { itemKey, fileReference } from '../checklist/check-item.ts';
import { inspector, signature } from '../inspection/resource.ts';

/** A matter of a notice: the problem, never the requirement. */
export const noticeItem = z.object({
  key: itemKey,
  text: requiredText(300, '事项内容'),
  /** Legal basis (法律依据): the violated clause. Required for 责令整改 and 现场处理. */
  clause: z.optional(z.nullable(line(120, '条款'))),
  photos: z.optional(z.array(fileReference).check(z.maxLength(9, '照片最多 9 张'))),
  dangerId: z.optional(z.nullable(id)),
});
export type NoticeItem = z.output<typeof noticeItem>;

export const measureKinds = {
  stop: '责令暂时停产停业、停止使用',
  evacuate: '责令从危险区域撤出作业人员',
  rectify: '责令限期排除事故隐患',
} as const;
export const measure = z.object({
  kind: z.enum(Object.keys(measureKinds) as [keyof typeof measureKinds, ...(keyof typeof measureKinds)[]]),
  scope: requiredText(200, '措施范围'),
  dueOn: z.optional(z.nullable(dayText)),
});
export type Measure = z.output<typeof measure>;

/** A stored answer to a matter of a notice. Its files may have been deleted since. */
const storedReply = z.object({
  key: itemKey,
  text: z.string(),
  evidence: z.array(fileReference),
});
export const noticeReply = z.extend(storedReply, {
  text: lines(500, '整改情况').check(z.minLength(1, '请填写整改情况')),
  evidence: z.array(fileReference).check(z.minLength(1, '每个事项都需要上传证据'), z.maxLength(9, '证据最多 9 个')),
});
export type NoticeReply = z.output<typeof noticeReply>;

/**
 * Whether the matters of this kind of notice become dangers that must be rectified. Each matter then needs a legal
 * basis.
 */
export const requiresRectification = (kind: string): boolean => kind === 'order' || kind === 'onSiteDecision';
/** Minimum number of officers, as the law requires. */
export const minOfficers = 2;
/** Whether registered officers sign this kind of notice. */
export const requiresOfficerSignature = (kind: string): boolean =>
  requiresRectification(kind) || kind === 'siteRecord' || kind === 'recheck';

export const noticePrefixes: Readonly<Record<string, string>> = {
  siteRecord: 'XCJC',
  order: 'ZLZG',
  recheck: 'ZGFC',
  interview: 'YTTZ',
  reminder: 'TXH',
  onSiteDecision: 'XCCL',
};

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
      .serverSet()
      .required()
      .unique()
      .search('prefix', /^[A-Za-z]+[0-9-]+$/),
    kind: code('enforcementKind', '通知类型').short('类型').required().immutable().filter('many'),
    enterpriseId: ref('enterprise', '企业').own('请选择企业').immutable().filter(),
    title: text(80, '标题').required().search('pinyin'),
    basis: prose(500, '依据').example('所依据的法律、法规、规章条款，由本单位法制人员核对'),
    items: json('事项', z.array(noticeItem).check(z.maxLength(100, '事项最多 100 项'))).default([]),
    measures: json('现场处理措施', z.array(measure).check(z.maxLength(20, '措施最多 20 项'))).default([]),
    dueOn: day('回复期限').required().sortable().filter('range'),
    files: files('附件', { purpose: 'evidence' }).default([]),
    inspectionId: ref('inspection', '检查记录').serverSet(),
    inspectors: json('执法人员', z.array(inspector).check(z.maxLength(9))).default([]),
    signatures: json('签名', z.array(signature)).serverSet().default([]),
    place: text(100, '检查场所'),
    issuedBy: text(60, '下发人').serverSet(),
    issuedAt: instant('下发时间').serverSet().required().sortable().filter('range'),
    receivedBy: text(30, '签收人').serverSet(),
    receivedAt: instant('签收时间').serverSet(),
    replies: json('回复', z.array(storedReply)).serverSet().default([]),
    repliedAt: instant('回复时间').serverSet(),
    opinion: prose(500, '办结意见').serverSet(),
    closedAt: instant('办结时间').serverSet(),
    withdrawal: prose(300, '撤销原因').serverSet(),
    withdrawnBy: text(60, '撤销人').serverSet(),
    withdrawnAt: instant('撤销时间').serverSet(),
    stops: boolean('停产措施生效').serverSet().default(false),
    liftedAt: instant('停产解除时间').serverSet(),
    /** Time at which the notice was unsigned for a day. The head of the enterprise is notified then. */
    unreceivedAt: instant('超时未签收').serverSet(),
    status: oneOf({ issued: '0', received: '1', replied: '2', closed: '3', withdrawn: '9' }, '状态')
      .serverSet()
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
export type Enforcement = Row<typeof enforcement>;
