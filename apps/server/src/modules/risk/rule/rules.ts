import type { EnterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import type { PopupContent, RiskRule, RiskRuleAbility } from '@anlan/contract/modules/risk/rule';
import { limits } from '@anlan/contract/limits';
import type { UserType } from '@anlan/contract/modules/session/session';
import type { Scope } from '#kernel/scope.ts';

/** What stands where nobody has written a rule: no pop-up, and thirty days before a paper runs out. */
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

/** What the caller may do with a rule; their unit's own may be given up for the one behind it. */
export function abilitiesOf(
  { permits, regions }: Pick<Scope, 'permits' | 'regions'>,
  isOwn: boolean,
): RiskRuleAbility[] {
  if (!permits.has('bus:riskrule:edit') || regions !== 'all') return [];
  return isOwn ? ['update', 'remove'] : ['update'];
}

/** Who may be warned. */
export interface Warned {
  userType: UserType | null;
  /** The colour of the enterprise they work in, where they do. */
  color: EnterpriseColor | undefined;
}

/** Whether a warning is for kinds of people to whom the reader belongs. */
const isAmong = ({ audience }: Pick<PopupContent, 'audience'>, userType: UserType | null): boolean =>
  audience.some((kind) => kind === userType);

/** Whether somebody is warned on a day. */
export function isWarned(content: PopupContent, { userType, color }: Warned, today: string): boolean {
  const { colors, since, until } = content;
  if ((since !== null && today < since) || (until !== null && today > until)) return false;
  if (!isAmong(content, userType)) return false;
  return userType !== 'enterprise' || colors.length === 0 || (color !== undefined && colors.includes(color));
}

/** Whether the caller reads a rule: a warning for others only is seen by those who write it. */
export const isReadable = ({ permits, userType }: Pick<Scope, 'permits' | 'userType'>, rule: RiskRule): boolean =>
  rule.type !== 'popup' || permits.has('bus:riskrule:edit') || isAmong(rule.content, userType);

/** What a warning says of what is late for the reader, as its last line; null where nothing is. */
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
