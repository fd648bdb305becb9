import {
  enterpriseColor,
  riskLevel,
  type EnterpriseColor,
  type RiskLevel,
} from '@anlan/contract/modules/enterprise/codes';
import {
  expiryFields,
  popupFields,
  warnedKinds,
  type ExpiryFields,
  type PopupContent,
  type PopupFields,
  type RiskRule,
  type WarnedKind,
} from '@anlan/contract/modules/risk/rule';
import { limits } from '@anlan/contract/limits';
import * as z from 'zod/mini';
import { checked } from '#lib/validate-input.ts';
import type { IconName } from '#ui/icon.tsx';

export interface LevelLook {
  level: RiskLevel;
  label: string;
  tone: 'red' | 'orange' | 'yellow' | 'blue';
  icon: IconName;
}
const looks: Readonly<Record<RiskLevel, LevelLook>> = {
  major: { level: 'major', label: '重大风险', tone: 'red', icon: 'alert' },
  considerable: { level: 'considerable', label: '较大风险', tone: 'orange', icon: 'bell' },
  general: { level: 'general', label: '一般风险', tone: 'yellow', icon: 'info' },
  low: { level: 'low', label: '低风险', tone: 'blue', icon: 'shield' },
};
export const lookOf = (level: RiskLevel): LevelLook => looks[level];
export const levels: readonly LevelLook[] = Object.values(looks);

const colorWords: Readonly<Record<EnterpriseColor, string>> = {
  red: '红',
  orange: '橙',
  yellow: '黄',
  blue: '蓝',
  unrated: '未评',
};

export const colors = Object.keys(colorWords) as EnterpriseColor[];

export type PopupRule = Extract<RiskRule, { type: 'popup' }>;
export type ExpiryRule = Extract<RiskRule, { type: 'expiry' }>;

export type SetRule = Exclude<RiskRule, PopupRule | ExpiryRule>;

/** Base state for the form of a risk rule. The type is used as id, because each type has one rule. */
export const seenAs = <R extends RiskRule>(rule: R) => ({ id: rule.type, version: rule.version, rule });

export function audienceText(
  { audience, colors }: Pick<PopupContent, 'audience' | 'colors'>,
  words: Readonly<Record<WarnedKind, string>>,
): string {
  const kinds = audience.map((kind) => {
    const isNarrow = kind === 'enterprise' && colors.length > 0;
    return isNarrow ? `${words[kind]}（${colors.map((color) => colorWords[color]).join('、')}）` : words[kind];
  });
  return kinds.join('、');
}

export function timeText({ since, until }: Pick<PopupContent, 'since' | 'until'>): string {
  if (since === null && until === null) return '长期';
  if (since === null) return `至 ${until}`;
  return until === null ? `${since} 起` : `${since} 至 ${until}`;
}

/** State of a rule on a day. An enabled popup can be scheduled or expired. */
export function standingOf(rule: RiskRule, today: string): { label: string; tone: string } {
  if (!rule.enabled) return { label: '已停用', tone: 'grey' };
  if (rule.type === 'popup') {
    const { since, until } = rule.content;
    if (since !== null && today < since) return { label: '待生效', tone: 'blue' };
    if (until !== null && today > until) return { label: '已过期', tone: 'orange' };
  }
  return { label: '启用中', tone: 'green' };
}

/** Form values of a popup rule before validation. */
export interface PopupForm extends PopupContent {
  enabled: boolean;
}
export const popupDraft = z.object({
  enabled: z.boolean(),
  title: z.string(),
  text: z.string(),
  level: z.literal(levels.map(({ level }) => level)),
  audience: z.array(z.literal(Object.keys(warnedKinds) as WarnedKind[])),
  colors: z.array(z.literal(colors)),
  since: z.nullable(z.string()),
  until: z.nullable(z.string()),
});
/** Form values of an expiry rule before validation. */
export interface ExpiryForm {
  enabled: boolean;
  days: number | null;
}

/** Converts form values to the values to save. Throws if the contract schema rejects them. */
export const popupOf = ({ level, colors, ...rest }: PopupForm, version: number): PopupFields =>
  checked(popupFields, {
    ...rest,
    version,
    level: riskLevel[level],
    colors: colors.map((color) => enterpriseColor[color]),
  });
export const expiryOf = (values: ExpiryForm, version: number): ExpiryFields =>
  checked(expiryFields, { ...values, version });

export const daysMax = limits.riskRule.daysMax;
