import type { EnterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import type { PopupContent, RiskRule, RiskRuleAbility } from '@anlan/contract/modules/risk/rule';
import { limits } from '@anlan/contract/limits';
import type { UserType } from '@anlan/contract/modules/session/session';
import type { Scope } from '#kernel/scope.ts';

/** Rules without a stored row: no pop-up, and a reminder thirty days before expiry. */
export const builtInRules = {
  popup: {
    enabled: false,
    content: {
      title: '',
      text: '',
      level: 'general',
      audience: ['enterprise'],
      colors: [],
      since: null,
      until: null,
    } satisfies PopupContent as PopupContent,
  },
  expiry: { enabled: true, content: { days: limits.riskRule.daysDefault } },
} as const;

/** Actions that the caller may do with a rule. A unit may remove its own rule and use the platform's instead. */
export function abilitiesOf(
  { permits, regions }: Pick<Scope, 'permits' | 'regions'>,
  isOwn: boolean,
): RiskRuleAbility[] {
  if (!permits.has('bus:riskrule:edit') || regions !== 'all') return [];
  return isOwn ? ['update', 'remove'] : ['update'];
}

export interface WarningReader {
  userType: UserType | null;
  color: EnterpriseColor | undefined;
}

const isAmong = ({ audience }: Pick<PopupContent, 'audience'>, userType: UserType | null): boolean =>
  audience.some((kind) => kind === userType);

export function isWarned(content: PopupContent, { userType, color }: WarningReader, today: string): boolean {
  const { colors, since, until } = content;
  if ((since !== null && today < since) || (until !== null && today > until)) return false;
  if (!isAmong(content, userType)) return false;
  return userType !== 'enterprise' || colors.length === 0 || (color !== undefined && colors.includes(color));
}

/** Whether the caller may read a rule. A warning that is meant for other people is visible only to its editors. */
export const isReadable = ({ permits, userType }: Pick<Scope, 'permits' | 'userType'>, rule: RiskRule): boolean =>
  rule.type !== 'popup' || permits.has('bus:riskrule:edit') || isAmong(rule.content, userType);

/** Last line of a warning: the number of the reader's overdue items; null when there are none. */
export function latenessText(
  { expired, blocking, overdue }: { expired: number; blocking: number; overdue: number },
  userType: UserType | null,
): string | null {
  const parts = [
    ...(expired > 0 ? [`证照设备已过期 ${expired} 项${blocking > 0 ? `（其中 ${blocking} 项不得作业）` : ''}`] : []),
    ...(overdue > 0 ? [`隐患超期未整改 ${overdue} 条`] : []),
  ];
  if (parts.length === 0) return null;
  return `${userType === 'enterprise' ? '本企业' : '辖区'}目前${parts.join('，')}，请尽快处理。`;
}
