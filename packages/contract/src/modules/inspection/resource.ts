import * as z from 'zod/mini';
import { filled, text as line } from '../../domain/fields.ts';
import { code, day, instant, integer, json, oneOf, prose, ref, region, serial, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';
import { foundItem, keptFile } from '../checklist/item.ts';

/** Somebody who inspects, with the number of the paper that they showed (art. 67). */
export const inspector = z.object({
  /** 姓名 */
  name: filled(30, '检查人员姓名'),
  /** 执法证号 */
  paperNo: z.optional(z.nullable(line(40, '证号'))),
});
/** Somebody who inspects. */
export type Inspector = z.output<typeof inspector>;

/** A signature under an inspection, or why there is none (art. 68). */
export const signature = z.object({
  /** Who signs: one of those who inspect, or somebody of the enterprise. */
  role: z.enum(['inspector', 'party']),
  /** 姓名 */
  name: filled(30, '签名人'),
  /** The picture of the signature; null where it was refused. */
  file: z.nullable(keptFile),
  /** 拒绝签名的原因 */
  refused: z.optional(z.nullable(line(200, '拒签原因'))),
});
/** A signature under an inspection. */
export type Signature = z.output<typeof signature>;

/** States of an inspection. */
export const inspectionStates = ['running', 'finished', 'voided'] as const;

/** Kinds of notices that an inspection may end with. */
export const noticeAfter = ['order', 'onSiteDecision', 'reminder'] as const;

/** An inspection (检查) of an enterprise, by a regulator or by itself. */
export const inspection = resource('inspection', {
  label: '检查',
  counter: '次',
  title: 'title',
  subtitle: 'no',
  class: 'enterprise',
  permits: 'bus:inspection',
  abilities: ['answer'],
  order: '-startedAt',
  fields: {
    no: serial('JC', '检查编号'),
    enterpriseId: ref('enterprise', '受检企业').own('请选择受检企业').immutable().filter(),
    title: text(60, '检查名称').required().search('contains'),
    kind: code('inspectionKind', '检查类型').required().filter('many'),
    source: oneOf(['regulator', 'self'], '检查来源')
      .kept()
      .default('self')
      .dictionary('hiddenDangerSource')
      .filter('many'),
    regionCode: region('行政区划').short('区域').required().kept().filter('below').column('oversight_code'),
    checklistId: text(36, '检查表').immutable().whole(),
    checklistName: text(60, '检查表名称').short('检查表').kept(),
    checklistEdition: integer('检查表版次').kept(),
    planId: ref('inspectionPlan', '检查计划').kept(),
    inspectors: json('检查人员', z.array(inspector).check(z.minLength(1, '请填写检查人员'), z.maxLength(9))).required(),
    startedAt: instant('检查时间').kept().required().sortable().filter('range'),
    place: text(100, '检查场所'),
    items: json('检查项', z.array(foundItem)).kept().default([]).whole(),
    itemCount: integer('检查项数').kept().default(0),
    doneCount: integer('已检查').kept().default(0),
    failCount: integer('不符合').kept().default(0),
    conclusion: prose(500, '检查结论').kept(),
    signatures: json('签名', z.array(signature)).kept().default([]).whole(),
    finishedAt: instant('完成时间').kept().sortable(),
    status: oneOf(inspectionStates, '状态').kept().default('running').dictionary('inspectionStatus').filter('many'),
  },
  states: {
    field: 'status',
    moves: {
      finish: {
        from: ['running'],
        to: 'finished',
        label: '交表',
        permit: 'finish',
        ask: {
          conclusion: prose(500, '检查结论').required(),
          signatures: json('签名', z.array(signature).check(z.minLength(1, '请签名'), z.maxLength(20))).required(),
          dueOn: day('整改期限'),
          noticeKind: oneOf(noticeAfter, '文书类型').dictionary('enforcementKind'),
        },
      },
      void: {
        from: ['running'],
        to: 'voided',
        label: '作废',
        permit: 'finish',
        danger: true,
        ask: { reason: prose(300, '作废原因').required() },
      },
    },
  },
});
/** An inspection as people see it. */
export type Inspection = Row<typeof inspection>;
