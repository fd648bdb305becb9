import type { EnterpriseColor } from '@anlan/contract/domain/enterprise-codes';
import { formatInstant } from '@anlan/contract/domain/instant';
import type { Figure } from '@anlan/contract/domain/enterprise-statistics';

const list = '/bus/enterprise/index';

/** The address of the list, or of what runs out within so many days. */
export const listAddress = ({ expiring }: { expiring?: number }): string =>
  expiring === undefined ? list : `${list}?expiring=${expiring}`;

/** A number as people read it; what cannot be divided or is not known yet shows a dash. */
export const numberText = (value: number | null): string => (value === null ? '—' : value.toLocaleString('zh-CN'));

/** What a number is made of, line by line. */
export function definitionOf({ numerator, denominator, from, to, asOf }: Figure, meaning: string): string[] {
  return [
    meaning,
    ...(denominator === null ? [] : [`分子 ${numberText(numerator)}，分母 ${numberText(denominator)}`]),
    ...(from === null || to === null ? [] : [`统计区间 ${from} 至 ${to}`]),
    `截至 ${formatInstant(asOf).slice(0, 16)}`,
  ];
}

/** How a count differs from the one before: 较上月同期 +3. */
export function changeText(now: number | null, before: number | null): string {
  const change = (now ?? 0) - (before ?? 0);
  return `较上月同期 ${change === 0 ? '持平' : change > 0 ? `+${change}` : String(change)}`;
}

/** The address of one enterprise's file. */
export const dossierAddress = (id: string): string => `/bus/enterprise/dossier?id=${id}`;

/** The greeting of an hour of the day. */
export function greetingAt(hour: number): string {
  if (hour < 6) return '夜深了';
  if (hour < 9) return '早上好';
  if (hour < 12) return '上午好';
  if (hour < 14) return '中午好';
  return hour < 18 ? '下午好' : '晚上好';
}

/** A day as people say it: 11月21日 星期六. */
export const dayLine = (date: Date): string =>
  new Intl.DateTimeFormat('zh-CN', {
    month: 'long',
    day: 'numeric',
    weekday: 'long',
    timeZone: 'Asia/Shanghai',
  }).format(date);

/** When and whence a person came last: 上次登录 11-20 18:03（127.0.0.1）. */
export const lastSignInLine = ({ at, address }: { at: Date; address: string }): string =>
  `上次登录 ${formatInstant(at).slice(5, 16)}（${address}）`;

/** How much time is left, in words; the tone says how bad it is. */
export function leftWords(days: number): { text: string; tone: 'red' | 'orange' | 'grey' } {
  if (days < 0) return { text: `已过期 ${-days} 天`, tone: 'red' };
  if (days === 0) return { text: '今天到期', tone: 'red' };
  return { text: `剩 ${days} 天`, tone: days <= 7 ? 'orange' : 'grey' };
}

/** The four colours and 未评, worst first, as people name them. */
export const colours: readonly { color: EnterpriseColor; label: string; dot: string }[] = [
  { color: 'red', label: '红', dot: 'var(--dot-red)' },
  { color: 'orange', label: '橙', dot: 'var(--dot-orange)' },
  { color: 'yellow', label: '黄', dot: 'var(--dot-yellow)' },
  { color: 'blue', label: '蓝', dot: 'var(--dot-blue)' },
  { color: 'unrated', label: '未评', dot: 'var(--dot-grey)' },
];
