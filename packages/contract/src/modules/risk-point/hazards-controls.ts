// Hazards and controls of a risk point.
import * as z from 'zod/mini';
import { requiredText, id, prose, text } from '../../domain/fields.ts';
import { oneOf, text as textField } from '../../kit/field.ts';
import { list, type ListItem } from '../../kit/nested-fields.ts';
import { controlLayers } from './check-cycle.ts';

/** Kinds of controls in their order on the card (dictionary controlKind). */
export const controlKinds = {
  engineering: '工程技术',
  management: '管理措施',
  training: '培训教育',
  protection: '个体防护',
  emergency: '应急处置',
} as const;
export type ControlKind = keyof typeof controlKinds;

export const hazard = z.object({
  text: requiredText(100, '危险源'),
  /** Hazard factor (危险有害因素, GB/T 13861) */
  factor: z.optional(z.nullable(z.string().check(z.regex(/^\d{1,6}$/, '请选择危险有害因素')))),
  /** Possible accident types (可能事故类型, GB 6441) */
  accidentTypes: z.array(z.string().check(z.regex(/^[A-Za-z]{1,32}$/))).check(z.maxLength(9, '事故类型最多 9 项')),
  consequence: z.optional(z.nullable(prose(300, '可能后果'))),
});
export type Hazard = z.output<typeof hazard>;

export const controlFields = {
  kind: oneOf(Object.keys(controlKinds) as [ControlKind, ...ControlKind[]], '措施类别')
    .required()
    .dictionary('controlKind'),
  /** Layer that does the control; by default the layer of the risk point. */
  layer: oneOf(controlLayers, '管控层级').dictionary('controlLayer').example('同风险点'),
  text: textField(300, '措施内容').required().example('如 双手按钮与光电保护联锁，任一失效即停机'),
};
export type Control = ListItem<typeof controlFields>;

/** A danger that occurred again at a risk point. It proposes a new assessment of the point. */
export const proposal = z.object({
  dangerId: id,
  dangerNo: z.string(),
  title: z.string(),
  /** How many times the same danger was found before. */
  repeats: z.int(),
  /** Cause of the recurrence, as the finder describes it. A new control must remove it. */
  cause: z.nullable(z.string()),
  at: z.string(),
});
export type Proposal = z.output<typeof proposal>;

const maxEntries = 30;
export const hazards = z.array(hazard).check(z.maxLength(maxEntries, `危险源最多 ${maxEntries} 条`));
export const controls = list('管控措施', '管控措施', controlFields, {
  most: maxEntries,
  begin: { kind: 'management' },
});
export const proposals = z.array(proposal);

/** Horizontal or vertical position on a site plan, as a fraction (0 to 1) of its width or height. */
export const share = z.number('位置有误').check(z.gte(0, '位置超出平面图'), z.lte(1, '位置超出平面图'));
export const planArea = z.object({
  key: z.string().check(z.regex(/^[a-z0-9]{1,16}$/)),
  name: text(30, '区域名称').check(z.minLength(1, '请填写区域名称')),
  corners: z
    .array(z.object({ x: share, y: share }))
    .check(z.minLength(3, '区域至少三个角'), z.maxLength(40, '区域最多 40 个角')),
});
export type PlanArea = z.output<typeof planArea>;
