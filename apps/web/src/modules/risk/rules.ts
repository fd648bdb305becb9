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
import { checked } from '#lib/checked.ts';
import type { IconName } from '#ui/icon.tsx';

/** A level of risk as people see it: in words, in a colour and by a sign. */
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
/** How a level looks. */
export const lookOf = (level: RiskLevel): LevelLook => looks[level];
/** The levels, the gravest first. */
export const levels: readonly LevelLook[] = Object.values(looks);

/** The colours of enterprises in words. */
const colorWords: Readonly<Record<EnterpriseColor, string>> = {
  red: '红',
  orange: '橙',
  yellow: '黄',
  blue: '蓝',
  unrated: '未评',
};

/** The colours of enterprises, the gravest first. */
export const colors = Object.keys(colorWords) as EnterpriseColor[];

/** A rule of one kind. */
export type PopupRule = Extract<RiskRule, { type: 'popup' }>;
/** A rule of the other kind. */
export type ExpiryRule = Extract<RiskRule, { type: 'expiry' }>;

/** A rule whose numbers are settings. */
export type SetRule = Exclude<RiskRule, PopupRule | ExpiryRule>;

/** A rule as a form was opened on it; there is one of each kind, so that the kind names it. */
export const seenAs = <R extends RiskRule>(rule: R) => ({ id: rule.type, version: rule.version, rule });

/** For whom a pop-up is, in words. */
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

/** From when to when a pop-up is shown, in words. */
export function timeText({ since, until }: Pick<PopupContent, 'since' | 'until'>): string {
  if (since === null && until === null) return '长期';
  if (since === null) return `至 ${until}`;
  return until === null ? `${since} 起` : `${since} 至 ${until}`;
}

/** Where a rule stands on a day, in a word and a colour; a pop-up may be switched on and not be due, or be over. */
export function standingOf(rule: RiskRule, today: string): { label: string; tone: string } {
  if (!rule.enabled) return { label: '已停用', tone: 'grey' };
  if (rule.type === 'popup') {
    const { since, until } = rule.content;
    if (since !== null && today < since) return { label: '待生效', tone: 'blue' };
    if (until !== null && today > until) return { label: '已过期', tone: 'orange' };
  }
  return { label: '启用中', tone: 'green' };
}

/** What the form of a pop-up holds: raw input. */
export interface PopupForm extends PopupContent {
  enabled: boolean;
}
/** How what was typed of a pop-up is kept in the browser. */
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
/** What the form of an expiry rule holds: raw input. */
export interface ExpiryForm {
  enabled: boolean;
  days: number | null;
}

/** What is sent of a pop-up's form; what the contract does not take fails as on the server. */
export const popupOf = ({ level, colors, ...rest }: PopupForm, version: number): PopupFields =>
  checked(popupFields, {
    ...rest,
    version,
    level: riskLevel[level],
    colors: colors.map((color) => enterpriseColor[color]),
  });
/** What is sent of an expiry rule's form. */
export const expiryOf = (values: ExpiryForm, version: number): ExpiryFields =>
  checked(expiryFields, { ...values, version });

/** The longest time before which somebody may be reminded. */
export const daysMax = limits.riskRule.daysMax;
