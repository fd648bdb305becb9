// Duration of memberships and their features by date. Pure functions.
import { addDays, daysBetween } from '@anlan/contract/domain/instant';
import { featureOf } from '@anlan/contract/modules/plan/resource';
import type { MembershipStatus } from '@anlan/contract/modules/membership/states';

/** The same day some months later; the last day of that month if it is too short. */
function monthsLater(day: string, months: number): string {
  const index = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const [year, month] = [Math.floor(index / 12), index % 12];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const date = Math.min(last, Number(day.slice(8)));
  return `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

/** A membership without interruption: its length in months is counted from the first day. */
export interface Span {
  beganOn: string;
  months: number;
  endsOn: string;
}

/** Adds months after the current end. If the membership has ended, the new months start today. */
export function extended(span: Span | null, months: number, today: string): Span {
  if (span === null || span.endsOn < today) return { beganOn: today, months, endsOn: monthsLater(today, months) };
  const total = span.months + months;
  return { beganOn: span.beganOn, months: total, endsOn: monthsLater(span.beganOn, total) };
}

/** Removes months. The new end is today at the earliest, or the old end if that has already passed. */
export function shortened(span: Span, months: number, today: string): Span {
  const total = span.months - months;
  const endsOn = total < 0 ? today : monthsLater(span.beganOn, total);
  const floor = span.endsOn < today ? span.endsOn : today;
  return endsOn < floor || total < 0
    ? { beganOn: floor, months: 0, endsOn: floor }
    : { beganOn: span.beganOn, months: total, endsOn };
}

/** Number of days before the end in which the state is expiring, and number of days of grace after the end. */
export interface Margins {
  expiringDays: number;
  graceDays: number;
}

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

export const isOpenIn = (state: MembershipStatus): boolean => state !== 'none' && state !== 'expired';

export const within = <P extends string>(permits: readonly P[], opens: readonly string[]): P[] =>
  permits.filter((permit) => {
    const feature = featureOf(permit);
    return feature === null || opens.includes(feature);
  });

export const graceEnd = (
  membership: { endsOn: string; isTrial: boolean } | null,
  { graceDays }: Margins,
): string | null => (membership === null ? null : addDays(membership.endsOn, membership.isTrial ? 0 : graceDays));

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

export const staysOpen: readonly string[] = [
  '隐患排查、整改、复查与销号',
  '执法通知签收与回复',
  '风险预警与证照更新',
  '人员、证书与教育培训记录',
  '一企一档与安全月报',
  '事故报告',
  '查看和导出本企业的全部历史记录',
];
export const endsWith: Readonly<Record<string, string>> = {
  lookup: '企业信息查询',
  publicAccount: '公众号消息与素材',
  shop: '店铺展示与装修',
};

export const seatsGone = (used: number, most: number): string =>
  `账号名额已用完：已开通 ${used} / ${most} 个。停用不用的账号，或开通、续费会员后再增加；没有账号的人员照常登记，证件、培训和隐患整改不受影响`;
