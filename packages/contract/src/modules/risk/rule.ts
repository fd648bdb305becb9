import * as z from 'zod/mini';
import { limits } from '../../limits.ts';
import { enterpriseColor, riskLevel } from '../enterprise/codes.ts';
import { codeMapping, day, requiredText, id, instant, prose } from '../../domain/fields.ts';

export const riskRuleTypes = { popup: '弹窗提示', expiry: '到期预警' } as const;
export type RiskRuleType = keyof typeof riskRuleTypes;
export const riskRuleType = z.enum(Object.keys(riskRuleTypes) as [RiskRuleType, ...RiskRuleType[]]);

/** Kinds of risk rules whose numbers come from the settings of the unit. */
export const setRuleTypes = {
  method: '评价方法',
  score: '安全评分',
  color: '企业定色',
  escalation: '升级提醒',
} as const;
export type SetRuleType = keyof typeof setRuleTypes;
const setRuleType = z.enum(Object.keys(setRuleTypes) as [SetRuleType, ...SetRuleType[]]);
export const anyRuleType = z.union([riskRuleType, setRuleType]);

export const warnedKinds = { regulator: '监管人员', enterprise: '企业人员', shop: '店铺用户' } as const;
export type WarnedKind = keyof typeof warnedKinds;
const warnedKind = z.enum(Object.keys(warnedKinds) as [WarnedKind, ...WarnedKind[]]);

const { titleMax, textMax, daysMax } = limits.riskRule;
const daysProblem = `提前天数应为 1 到 ${daysMax} 之间的整数`;
const level = codeMapping(riskLevel);
const color = codeMapping(enterpriseColor);

const sharedFields = {
  enabled: z.boolean('请选择是否启用'),
  /**
   * Version that the caller loaded; 0 if the unit never had its own rule. A stale version returns 409 with the rule.
   */
  version: z.int(),
};

/** Pop-up (弹窗提示): a warning that is shown once per browser session. */
export const popupFields = z
  .object({
    ...sharedFields,
    title: requiredText(titleMax, '标题'),
    text: prose(textMax).check(z.minLength(1, '内容不能为空')),
    level,
    audience: z.array(warnedKind).check(z.minLength(1, '请选择展示对象'), z.maxLength(3, '展示对象重复')),
    /**
     * Enterprise colours (企业四色): enterprise staff see the pop-up only if their enterprise has one of them; empty
     * means all colours.
     */
    colors: z.array(color).check(z.maxLength(5, '企业颜色重复')),
    since: z.nullable(day),
    /** Last day of the pop-up (结束日期). */
    until: z.nullable(day),
  })
  .check(
    z.refine(({ since, until }) => since === null || until === null || since <= until, {
      path: ['until'],
      error: '结束日期不能早于开始日期',
    }),
  );
export type PopupFields = z.output<typeof popupFields>;

/** Expiry warning (到期预警): how long before a certificate expires its holder gets a to-do. */
export const expiryFields = z.object({
  ...sharedFields,
  days: z.int(daysProblem).check(z.minimum(1, daysProblem), z.maximum(daysMax, daysProblem)),
});
export type ExpiryFields = z.output<typeof expiryFields>;

const popupContent = z.object({
  title: z.string(),
  text: z.string(),
  level,
  audience: z.array(warnedKind),
  colors: z.array(color),
  since: z.nullable(day),
  until: z.nullable(day),
});
export type PopupContent = z.output<typeof popupContent>;
const expiryContent = z.object({ days: z.int() });
export type ExpiryContent = z.output<typeof expiryContent>;

const setContent = z.object({
  lines: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      said: z.string(),
      own: z.boolean(),
    }),
  ),
});

/**
 * Where the active rule comes from. `own`: the unit; `platform`: the platform (also for the platform itself); `house`:
 * the default of the server.
 */
export const riskRuleSource = z.enum(['own', 'platform', 'house']);
export type RiskRuleSource = z.output<typeof riskRuleSource>;
export const riskRuleAbility = z.enum(['update', 'remove']);
export type RiskRuleAbility = z.output<typeof riskRuleAbility>;

const ruleFields = {
  /** Id of the rule; null if nobody has written one. */
  id: z.nullable(id),
  name: z.string(),
  source: riskRuleSource,
  enabled: z.boolean(),
  /** Version of the unit's own rule, which a change sends back; 0 if the unit never had its own rule. */
  version: z.int(),
  abilities: z.array(riskRuleAbility),
  updatedAt: z.nullable(instant),
  /** Person who changed the rule last (更新人); only if the person belongs to the unit. */
  updatedBy: z.nullable(z.string()),
};
export const riskRule = z.discriminatedUnion('type', [
  z.object({ ...ruleFields, type: z.literal('popup'), content: popupContent }),
  z.object({ ...ruleFields, type: z.literal('expiry'), content: expiryContent }),
  z.object({ ...ruleFields, type: setRuleType, content: setContent }),
]);
export type RiskRule = z.output<typeof riskRule>;

/** The pop-up that the caller must see; null if there is none. */
export const riskText = z.nullable(
  z.object({
    id,
    /** Version of the pop-up. Each change increases it, and the pop-up is then shown again. */
    version: z.int(),
    title: z.string(),
    content: z.string(),
    level,
  }),
);
export type RiskText = NonNullable<z.output<typeof riskText>>;
