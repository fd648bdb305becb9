import { numberText } from '@anlan/contract/domain/number-text';
import type { EnterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import { dayOf, daysBetween, formatInstant } from '@anlan/contract/domain/instant';
import type { FigurePart, KindShare, StatisticsCount } from '@anlan/contract/modules/enterprise/statistics';
import type { HomeDanger } from '@anlan/contract/modules/home/home';
import type { ChartData } from '#widgets/chart/rules.ts';

export const listAddress = '/bus/enterprise/index';

/** Formats the change of a count, for example 较上月同期 +3. */
export function changeText(now: number | null, before: number | null): string {
  const change = (now ?? 0) - (before ?? 0);
  const amountText = numberText(Math.abs(change));
  return `较上月同期 ${change === 0 ? '持平' : change > 0 ? `+${amountText}` : `−${amountText}`}`;
}

export const ownFile = '/bus/enterprise/mine';
export function greetingAt(hour: number): string {
  if (hour < 6) return '夜深了';
  if (hour < 9) return '早上好';
  if (hour < 12) return '上午好';
  if (hour < 14) return '中午好';
  return hour < 18 ? '下午好' : '晚上好';
}

/** Formats a day, for example 11月21日 星期六. */
export const dayLine = (date: Date): string =>
  new Intl.DateTimeFormat('zh-CN', {
    month: 'long',
    day: 'numeric',
    weekday: 'long',
    timeZone: 'Asia/Shanghai',
  }).format(date);

/** Formats the last sign-in, for example 上次登录 11-20 18:03（127.0.0.1）. */
export const lastSignInLine = ({ at, address }: { at: Date; address: string }): string =>
  `上次登录 ${formatInstant(at).slice(5, 16)}（${address}）`;

export function leftWords(days: number): { text: string; tone: 'red' | 'orange' | 'grey' } {
  if (days < 0) return { text: `已过期 ${numberText(-days)} 天`, tone: 'red' };
  if (days === 0) return { text: '今天到期', tone: 'red' };
  return { text: `剩 ${numberText(days)} 天`, tone: days <= 7 ? 'orange' : 'grey' };
}

// The membership note appears this many days before expiry.
const membershipDays = 30;

/** Note for an expiring or expired membership. It concerns payment, so it is not a to-do. */
export function membershipNote(on: string | null, today: string): string | null {
  const left = on === null ? null : daysBetween(today, on);
  if (left === null || left > membershipDays) return null;
  const when = left < 0 ? `会员已于 ${on} 到期` : left === 0 ? '会员今天到期' : `会员将于 ${on} 到期，还有 ${left} 天`;
  return `${when}。会员与安全评分和四色无关，不影响隐患整改、执法回复和本企业记录。`;
}

export function dueWords(dueOn: string | null, today: string): { text: string; tone: 'red' | 'orange' | 'grey' } {
  if (dueOn === null) return { text: '', tone: 'grey' };
  const left = daysBetween(today, dueOn);
  if (left < 0) return { text: `超 ${numberText(-left)} 天`, tone: 'red' };
  if (left === 0) return { text: '今天', tone: 'orange' };
  return { text: left === 1 ? '明天' : dueOn.slice(5), tone: left <= 7 ? 'orange' : 'grey' };
}

export const colours: readonly { color: EnterpriseColor; label: string; token: `--dot-${string}`; dot: string }[] = (
  [
    { color: 'red', label: '红', token: '--dot-red' },
    { color: 'orange', label: '橙', token: '--dot-orange' },
    { color: 'yellow', label: '黄', token: '--dot-yellow' },
    { color: 'blue', label: '蓝', token: '--dot-blue' },
    { color: 'unrated', label: '未评', token: '--dot-grey' },
  ] as const
).map((each) => ({ ...each, dot: `var(${each.token})` }));

/** Captions of colours without a cause. */
export const withoutCause: Readonly<Record<string, string>> = {
  blue: '没有超期、过期，安全分达标',
  unrated: '尚无数据',
};

export const trendChart = (months: StatisticsCount['trend']): ChartData => ({
  kind: 'bar',
  stacked: true,
  unit: '家',
  along: '月份',
  categories: months.map(({ month }) => month),
  series: colours
    .toReversed()
    .map(({ color, label, token }) => ({ name: label, color: token, values: months.map((month) => month[color]) })),
});

export const regionChart = (parts: readonly FigurePart[]): ChartData => ({
  kind: 'bar',
  stacked: false,
  unit: '家',
  along: '区域',
  categories: parts.map(({ label }) => label || '未填区划'),
  series: [{ name: '监管企业', color: '--accent', values: parts.map(({ value }) => value) }],
});

export const kindsChart = (joined: readonly KindShare[], perfect: readonly KindShare[]): ChartData => ({
  kind: 'bar',
  stacked: false,
  unit: '%',
  along: '监管行业',
  categories: joined.map(({ label }) => label),
  series: [
    { name: '入驻率', color: '--accent', values: joined.map(({ figure }) => figure.value) },
    {
      name: '档案完善',
      color: '--dot-green',
      values: joined.map(({ type }) => perfect.find((share) => share.type === type)?.figure.value ?? null),
    },
  ],
});

/** Text of a tile that failed to load. The lists below show the reason. */
export const unreadNote = '没有读到，点击重试';

/** Axis ticks from 0 to a round maximum, in three or four steps. */
export function axisOf(most: number): number[] {
  const rough = Math.max(1, most) / 4;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((of) => of * size).find((of) => of >= rough) ?? rough);
  return Array.from({ length: Math.ceil(Math.max(1, most) / step) + 1 }, (_, at) => at * step);
}

const dangerStates: Readonly<Record<string, { label: string; tone: string }>> = {
  open: { label: '待整改', tone: 'orange' },
  rectifying: { label: '整改中', tone: 'blue' },
  submitted: { label: '待复查', tone: 'purple' },
  returned: { label: '已退回', tone: 'red' },
  accepted: { label: '已销号', tone: 'green' },
  voided: { label: '已作废', tone: 'grey' },
};
export const dangerState = (status: string) => dangerStates[status] ?? { label: status, tone: 'grey' };

const turnNames = { enterprise: '企业整改', verifier: '企业复查', regulator: '监管复查' } as const;
/** Formats who must act and for how long they have waited, for example 王磊 · 等待 3 天. */
export function turnText({ turn, turnName }: Pick<HomeDanger, 'turn' | 'turnName'>, waits: number | null): string {
  if (turn === null) return '';
  const who = turnName ?? turnNames[turn];
  return waits === null ? who : waits === 0 ? `${who} · 今天轮到` : `${who} · 等待 ${waits} 天`;
}

/** Formats remaining or late days. Counting stops when the repair is submitted. */
export function dangerDue({ leftDays, status }: Pick<HomeDanger, 'leftDays' | 'status'>): {
  text: string;
  tone: string;
} {
  if (leftDays === null || status === 'submitted') return { text: '', tone: '' };
  if (leftDays < 0) return { text: `超期 ${-leftDays} 天`, tone: 'bad' };
  return leftDays === 0
    ? { text: '今天到期', tone: 'warn' }
    : { text: `剩 ${leftDays} 天`, tone: leftDays <= 2 ? 'warn' : '' };
}

/** Formats a waiting time, for example 今天 or 等 3 天. */
export const waitText = (since: Date, now: Date): string => {
  const days = daysBetween(dayOf(since), dayOf(now));
  return days <= 0 ? '今天轮到' : `等待 ${days} 天`;
};

/** Formats the omitted part of a list, for example 其余 2 个区域 3 家. */
export function restText(all: readonly FigurePart[], shown: number): string | null {
  const rest = all.slice(shown);
  return rest.length === 0
    ? null
    : `其余 ${rest.length} 个区域 ${numberText(rest.reduce((sum, { value }) => sum + (value ?? 0), 0))} 家`;
}
