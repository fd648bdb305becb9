import * as z from 'zod/mini';
import { requiredText, text as line } from '../../domain/fields.ts';
import { code, day, instant, integer, json, oneOf, prose, ref, region, serial, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';
import { answeredItem, fileReference } from '../checklist/check-item.ts';

/** An inspector with the number of the certificate shown (art. 67). */
export const inspector = z.object({
  name: requiredText(30, '检查人员姓名'),
  paperNo: z.optional(z.nullable(line(40, '证号'))),
});
export type Inspector = z.output<typeof inspector>;

/** A signature under an inspection, or the reason why a person refused to sign (art. 68). */
export const signature = z.object({
  role: z.enum(['inspector', 'party']),
  name: requiredText(30, '签名人'),
  /** Picture of the signature; null if the person refused to sign. */
  file: z.nullable(fileReference),
  refused: z.optional(z.nullable(line(200, '拒签原因'))),
});
export type Signature = z.output<typeof signature>;

export const inspectionStates = ['running', 'finished', 'voided'] as const;

export const followUpNoticeKinds = ['order', 'onSiteDecision', 'reminder'] as const;

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
    title: text(60, '检查名称').required().search('pinyin'),
    kind: code('inspectionKind', '检查类型').required().filter('many'),
    source: oneOf(['regulator', 'self'], '检查来源')
      .serverSet()
      .default('self')
      .dictionary('hiddenDangerSource')
      .filter('many'),
    regionCode: region('行政区划').short('区域').required().serverSet().filter('below').column('oversight_code'),
    checklistId: text(36, '检查表').immutable().whole(),
    checklistName: text(60, '检查表名称').short('检查表').serverSet(),
    checklistEdition: integer('检查表版次').serverSet(),
    planId: ref('inspectionPlan', '检查计划').serverSet(),
    inspectors: json('检查人员', z.array(inspector).check(z.minLength(1, '请填写检查人员'), z.maxLength(9))).required(),
    startedAt: instant('检查时间').serverSet().required().sortable().filter('range'),
    place: text(100, '检查场所'),
    items: json('检查项', z.array(answeredItem)).serverSet().default([]).whole(),
    itemCount: integer('检查项数').serverSet().default(0),
    doneCount: integer('已检查').serverSet().default(0),
    failCount: integer('不符合').serverSet().default(0),
    conclusion: prose(500, '检查结论').serverSet(),
    signatures: json('签名', z.array(signature)).serverSet().default([]).whole(),
    finishedAt: instant('完成时间').serverSet().sortable(),
    status: oneOf(inspectionStates, '状态')
      .serverSet()
      .default('running')
      .dictionary('inspectionStatus')
      .filter('many'),
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
          noticeKind: oneOf(followUpNoticeKinds, '文书类型').dictionary('enforcementKind'),
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
export type Inspection = Row<typeof inspection>;
