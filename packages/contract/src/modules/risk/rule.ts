import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { enterpriseColor, riskLevel } from '../enterprise/codes.ts';
import { coded, day, filled, id, instant, prose } from '../../domain/fields.ts';

/** Kinds of risk rules (风险规则类型) that have an effect. */
export const riskRuleTypes = { popup: '弹窗提示', expiry: '到期预警' } as const;
/** A kind of risk rules. */
export type RiskRuleType = keyof typeof riskRuleTypes;
/** A kind of risk rules. */
export const riskRuleType = z.enum(Object.keys(riskRuleTypes) as [RiskRuleType, ...RiskRuleType[]]);

/** Kinds of risk rules whose numbers are settings of the unit. */
export const setRuleTypes = {
  method: '评价方法',
  score: '安全评分',
  color: '企业定色',
  escalation: '升级提醒',
} as const;
/** A kind of risk rules whose numbers are settings. */
export type SetRuleType = keyof typeof setRuleTypes;
const setRuleType = z.enum(Object.keys(setRuleTypes) as [SetRuleType, ...SetRuleType[]]);
/** Every kind of risk rules that may be asked for. */
export const anyRuleType = z.union([riskRuleType, setRuleType]);

/** Kinds of people whom a warning may be shown to. */
export const warnedKinds = { regulator: '监管人员', enterprise: '企业人员', shop: '店铺用户' } as const;
/** A kind of people whom a warning may be shown to. */
export type WarnedKind = keyof typeof warnedKinds;
const warnedKind = z.enum(Object.keys(warnedKinds) as [WarnedKind, ...WarnedKind[]]);

const { titleMax, textMax, daysMax } = limits.riskRule;
const daysProblem = `提前天数应为 1 到 ${daysMax} 之间的整数`;
const level = coded(riskLevel);
const color = coded(enterpriseColor);

const shared = {
  /** 启用 */
  enabled: z.boolean('请选择是否启用'),
  /** The version the person saw; 0 where the unit never had a rule of its own. A stale one answers 409 with the rule. */
  version: z.int(),
};

/** 弹窗提示: what is shown once a browser session, to whom, how urgent, and from when to when. */
export const popupFields = z
  .object({
    ...shared,
    /** 标题 */
    title: filled(titleMax, '标题'),
    /** 内容, lines of plain text. */
    text: prose(textMax).check(z.minLength(1, '内容不能为空')),
    /** 风险等级 */
    level,
    /** 展示对象 */
    audience: z.array(warnedKind).check(z.minLength(1, '请选择展示对象'), z.maxLength(3, '展示对象重复')),
    /** 企业四色: of enterprise staff only those whose enterprise has one of these colours; empty for all. */
    colors: z.array(color).check(z.maxLength(5, '企业颜色重复')),
    /** 开始日期 */
    since: z.nullable(day),
    /** 结束日期, the last day on which it is shown. */
    until: z.nullable(day),
  })
  .check(
    z.refine(({ since, until }) => since === null || until === null || since <= until, {
      path: ['until'],
      error: '结束日期不能早于开始日期',
    }),
  );
/** 弹窗提示 as it is saved. */
export type PopupFields = z.output<typeof popupFields>;

/** 到期预警: how long before a paper runs out its holder is given a to-do. */
export const expiryFields = z.object({
  ...shared,
  /** 提前天数 */
  days: z.int(daysProblem).check(z.minimum(1, daysProblem), z.maximum(daysMax, daysProblem)),
});
/** 到期预警 as it is saved. */
export type ExpiryFields = z.output<typeof expiryFields>;

const popupContent = z.object({
  /** 标题 */
  title: z.string(),
  /** 内容 */
  text: z.string(),
  /** 风险等级 */
  level,
  /** 展示对象 */
  audience: z.array(warnedKind),
  /** 企业四色 */
  colors: z.array(color),
  /** 开始日期 */
  since: z.nullable(day),
  /** 结束日期 */
  until: z.nullable(day),
});
/** What a pop-up rule says. */
export type PopupContent = z.output<typeof popupContent>;
const expiryContent = z.object({ /** 提前天数 */ days: z.int() });
/** What an expiry rule says. */
export type ExpiryContent = z.output<typeof expiryContent>;

const setContent = z.object({
  lines: z.array(
    z.object({
      /** Key of the setting. */
      key: z.string(),
      /** What it sets. */
      label: z.string(),
      /** Its value in words. */
      said: z.string(),
      /** Whether the unit has set it itself. */
      own: z.boolean(),
    }),
  ),
});

/** Whose rule is in force: the unit's own, the platform's (also where the platform asks), or the server's without one. */
export const riskRuleSource = z.enum(['own', 'platform', 'house']);
/** Whose rule is in force. */
export type RiskRuleSource = z.output<typeof riskRuleSource>;
/** What the caller may do with a rule. */
export const riskRuleAbility = z.enum(['update', 'remove']);
/** What the caller may do with a rule. */
export type RiskRuleAbility = z.output<typeof riskRuleAbility>;

const head = {
  /** Id; null where nobody has written one. */
  id: z.nullable(id),
  /** 规则名称 */
  name: z.string(),
  /** Whose it is. */
  source: riskRuleSource,
  /** 启用 */
  enabled: z.boolean(),
  /** Version of the unit's own to send back with a change; 0 where it never had one. */
  version: z.int(),
  /** What the caller may do with it. */
  abilities: z.array(riskRuleAbility),
  /** 更新时间 */
  updatedAt: z.nullable(instant),
  /** 更新人, where they are of the unit. */
  updatedBy: z.nullable(z.string()),
};
/** A risk rule as it is in force for the caller's unit. */
export const riskRule = z.discriminatedUnion('type', [
  z.object({ ...head, /** 规则类型 */ type: z.literal('popup'), /** 规则内容 */ content: popupContent }),
  z.object({ ...head, /** 规则类型 */ type: z.literal('expiry'), /** 规则内容 */ content: expiryContent }),
  z.object({ ...head, /** 规则类型 */ type: setRuleType, /** 规则内容 */ content: setContent }),
]);
/** A risk rule as it is in force for the caller's unit. */
export type RiskRule = z.output<typeof riskRule>;

/** What is shown to the caller as a pop-up; null where nothing is. */
export const riskText = z.nullable(
  z.object({
    /** Id of the rule. */
    id,
    /** Grows with every change of it: what was shown before is another warning. */
    version: z.int(),
    /** 标题 */
    title: z.string(),
    /** 内容, lines of plain text. */
    content: z.string(),
    /** 风险等级 */
    level,
  }),
);
/** What is shown to the caller as a pop-up. */
export type RiskText = NonNullable<z.output<typeof riskText>>;
