// How long memberships last, and what they open; all by the day, without IO.
import { addDays, daysBetween } from '@anlan/contract/domain/instant';
import { featureOf } from '@anlan/contract/modules/plan/resource';
import type { MembershipStatus } from '@anlan/contract/modules/membership/states';

/** The day so many months later; where the month is too short, its last day. */
function monthsLater(day: string, months: number): string {
  const index = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const [year, month] = [Math.floor(index / 12), index % 12];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const date = Math.min(last, Number(day.slice(8)));
  return `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

/** How long an unbroken membership lasts: months from the day on which it began. */
export interface Span {
  beganOn: string;
  months: number;
  endsOn: string;
}

/** A membership with more months: from where it ends, or from today where it has ended or never was. */
export function extended(span: Span | null, months: number, today: string): Span {
  if (span === null || span.endsOn < today) return { beganOn: today, months, endsOn: monthsLater(today, months) };
  const total = span.months + months;
  return { beganOn: span.beganOn, months: total, endsOn: monthsLater(span.beganOn, total) };
}

/** A membership with fewer months; it never ends before today, or earlier than it did. */
export function shortened(span: Span, months: number, today: string): Span {
  const total = span.months - months;
  const endsOn = total < 0 ? today : monthsLater(span.beganOn, total);
  const floor = span.endsOn < today ? span.endsOn : today;
  return endsOn < floor || total < 0
    ? { beganOn: floor, months: 0, endsOn: floor }
    : { beganOn: span.beganOn, months: total, endsOn };
}

/** For how long a membership is about to end, and for how long all stays open afterwards. */
export interface Margins {
  expiringDays: number;
  graceDays: number;
}

/** The state of a membership on a day. */
export function stateOn(
  membership: { endsOn: string; isTrial: boolean } | null,
  today: string,
  { expiringDays, graceDays }: Margins,
): MembershipStatus {
  if (membership === null) return 'none';
  const { endsOn, isTrial } = membership;
  const left = daysBetween(today, endsOn);
  if (isTrial) return left >= 0 ? 'trial' : 'expired';
  if (left > expiringDays) return 'active';
  if (left >= 0) return 'expiring';
  return -left <= graceDays ? 'grace' : 'expired';
}

/** Whether what was bought is open in a state. */
export const isOpenIn = (state: MembershipStatus): boolean => state !== 'none' && state !== 'expired';

/** What is left of permits where these features are open. */
export const within = <P extends string>(permits: readonly P[], opens: readonly string[]): P[] =>
  permits.filter((permit) => {
    const feature = featureOf(permit);
    return feature === null || opens.includes(feature);
  });

/** Last day on which all stays open; null where there is no membership. */
export const graceEnd = (
  membership: { endsOn: string; isTrial: boolean } | null,
  { graceDays }: Margins,
): string | null => (membership === null ? null : addDays(membership.endsOn, membership.isTrial ? 0 : graceDays));

/** What people of an enterprise are told when its membership comes into a state; null where nothing is said. */
export function noticeOf(state: MembershipStatus, endsOn: string, graceTo: string): string | null {
  switch (state) {
    case 'expiring':
      return `会员将于 ${endsOn} 到期，续费后从到期日起顺延`;
    case 'grace':
      return `会员已于 ${endsOn} 到期，${graceTo} 前全部功能照常使用`;
    case 'expired':
      return `会员已到期：公众号、店铺、企业信息查询和增加的空间、人数停用；隐患整改、执法回复、事故报告等法定事项不受影响`;
    default:
      return null;
  }
}

/** What stays possible whatever the membership is: every write of a legal duty. */
export const staysOpen: readonly string[] = [
  '隐患排查、整改、复查与销号',
  '执法通知签收与回复',
  '风险预警与证照更新',
  '人员、证书与教育培训记录',
  '一企一档与安全月报',
  '事故报告',
  '查看和导出本企业的全部历史记录',
];
/** What ends with a membership, by what it opened. */
export const endsWith: Readonly<Record<string, string>> = {
  lookup: '企业信息查询',
  publicAccount: '公众号消息与素材',
  shop: '店铺展示与装修',
};

/** What whoever opens one account too many is told. */
export const seatsGone = (used: number, most: number): string =>
  `账号名额已用完：已开通 ${used} / ${most} 个。停用不用的账号，或开通、续费会员后再增加；没有账号的人员照常登记，证件、培训和隐患整改不受影响`;
