// What a risk point says of its dangers and of what holds them down.
import * as z from 'zod/mini';
import { filled, id, prose, text } from '../../domain/fields.ts';
import { oneOf, text as textField } from '../../kit/field.ts';
import { list, type ListItem } from '../../kit/list.ts';
import { controlLayers } from './cycle.ts';

/** Kinds of controls in their order on the card (dictionary controlKind). */
export const controlKinds = {
  engineering: '工程技术',
  management: '管理措施',
  training: '培训教育',
  protection: '个体防护',
  emergency: '应急处置',
} as const;
/** A kind of controls. */
export type ControlKind = keyof typeof controlKinds;

/** A hazard (危险源) of a risk point. */
export const hazard = z.object({
  /** 危险源 */
  text: filled(100, '危险源'),
  /** 危险有害因素 (GB/T 13861) */
  factor: z.optional(z.nullable(z.string().check(z.regex(/^\d{1,6}$/, '请选择危险有害因素')))),
  /** 可能事故类型 (GB 6441) */
  accidentTypes: z.array(z.string().check(z.regex(/^[A-Za-z]{1,32}$/))).check(z.maxLength(9, '事故类型最多 9 项')),
  /** 可能后果 */
  consequence: z.optional(z.nullable(prose(300, '可能后果'))),
});
/** A hazard of a risk point. */
export type Hazard = z.output<typeof hazard>;

/** Fields of a control (管控措施) of a risk point. */
export const controlFields = {
  kind: oneOf(Object.keys(controlKinds) as [ControlKind, ...ControlKind[]], '措施类别')
    .required()
    .dictionary('controlKind'),
  /** That of the point where it is left out. */
  layer: oneOf(controlLayers, '管控层级').dictionary('controlLayer').example('同风险点'),
  text: textField(300, '措施内容').required().example('如 双手按钮与光电保护联锁，任一失效即停机'),
};
/** A control of a risk point. */
export type Control = ListItem<typeof controlFields>;

/** A danger that came back at a risk point: it proposes to assess the point anew. */
export const proposal = z.object({
  /** The danger. */
  dangerId: id,
  /** Its number. */
  dangerNo: z.string(),
  /** Its title. */
  title: z.string(),
  /** How often the same was found before. */
  repeats: z.int(),
  /** Why it comes back, as whoever found it said: what a new control is to stop. */
  cause: z.nullable(z.string()),
  /** When it was proposed, as people read it. */
  at: z.string(),
});
/** A danger that proposes to assess a point anew. */
export type Proposal = z.output<typeof proposal>;

/** Most entries of one list. */
const entriesMost = 30;
/** The hazards of a point. */
export const hazards = z.array(hazard).check(z.maxLength(entriesMost, `危险源最多 ${entriesMost} 条`));
/** The controls of a point. */
export const controls = list('管控措施', '管控措施', controlFields, {
  most: entriesMost,
  begin: { kind: 'management' },
});
/** The proposals at a point. */
export const proposals = z.array(proposal);

/** A place on a drawn plan: shares of its width and height. */
export const share = z.number('位置有误').check(z.gte(0, '位置超出平面图'), z.lte(1, '位置超出平面图'));
/** An area that is drawn on a plan. */
export const planArea = z.object({
  /** Key of the area within its plan. */
  key: z.string().check(z.regex(/^[a-z0-9]{1,16}$/)),
  /** 区域名称 */
  name: text(30, '区域名称').check(z.minLength(1, '请填写区域名称')),
  /** Corners, from the first to the last. */
  corners: z
    .array(z.object({ /** Share of the width. */ x: share, /** Share of the height. */ y: share }))
    .check(z.minLength(3, '区域至少三个角'), z.maxLength(40, '区域最多 40 个角')),
});
/** An area that is drawn on a plan. */
export type PlanArea = z.output<typeof planArea>;
