// Pure functions for the shift board.
import { dayOf } from '@anlan/contract/domain/instant';
import type { BoardShift, ShiftBoard } from '@anlan/contract/modules/shift/views';
import { shiftChecks, type ShiftCheck, type ShiftState } from '@anlan/contract/modules/shift/resource';

export const checkWords: Readonly<Record<ShiftCheck, readonly [short: string, label: string]>> = {
  vehicle: ['车', '车辆例检'],
  driver: ['人', '驾驶员'],
  papers: ['证', '证件'],
  load: ['载', '载客'],
  seatBelt: ['带', '安全带'],
  sheet: ['单', '出站登记'],
};

export const foundOf = ({ shift }: BoardShift, check: ShiftCheck) => shift.checks.find((one) => one.check === check);

export const isAhead = ({ shift: { status } }: BoardShift): boolean => status === 'planned' || status === 'checked';

export function releaseOf(one: BoardShift): { text: string; tone: 'bad' | 'good' | 'plain' } {
  const { shift, gates, blocked } = one;
  if (shift.status === 'cancelled') return { text: shift.cancelReason ?? '—', tone: 'plain' };
  if (!isAhead(one)) return { text: '—', tone: 'plain' };
  if (shift.driverId === null) return { text: '缺驾驶员', tone: 'bad' };
  const holding = gates.filter(({ must, ok, key }) => must && !ok && key !== 'talk').length;
  if (holding > 0) return { text: `${holding} 项不放行`, tone: 'bad' };
  const open = shiftChecks.filter((check) => foundOf(one, check)?.pass !== true).length;
  if (open > 0) return { text: `待查 ${open} 项`, tone: 'plain' };
  if (blocked > 0) return { text: '待开班前会', tone: 'plain' };
  return shift.status === 'checked' ? { text: '可发班', tone: 'good' } : { text: '待完成安检', tone: 'plain' };
}

export function sumsOf({ shifts }: Pick<ShiftBoard, 'shifts'>): Record<ShiftState | 'held', number> {
  const sums = { planned: 0, checked: 0, departed: 0, arrived: 0, cancelled: 0, held: 0 };
  for (const one of shifts) {
    sums[one.shift.status] += 1;
    if (releaseOf(one).tone === 'bad') sums.held += 1;
  }
  return sums;
}

export function whenOf({ shift }: BoardShift, now: Date, clockOf: (at: Date) => string): string {
  if (shift.departedAt) return `${clockOf(shift.departedAt)} 发出`;
  if (shift.status === 'cancelled') return '—';
  const minutes = Math.round((shift.departAt.getTime() - now.getTime()) / 60_000);
  if (minutes < 0) return `晚点 ${-minutes} 分`;
  return minutes < 60 ? `${minutes} 分后` : `${Math.floor(minutes / 60)} 时 ${minutes % 60} 分后`;
}

/** Index of the first shift that has not departed. -1 on other days than today, or if all have departed. */
export const firstAhead = (
  rows: readonly { shift: Pick<BoardShift['shift'], 'departAt'> }[],
  now: Date,
  day: string,
): number => (day === dayOf(now) ? rows.findIndex(({ shift }) => shift.departAt > now) : -1);

/**
 * Index of the first visible row, shortly before the current time. Earlier rows are hidden, but never the selected row.
 */
export function beginOf<T>(rows: readonly T[], ahead: number, selectedRow: T | undefined): number {
  const before = ahead - 2;
  // Do not hide fewer than three rows.
  if (before < 3) return 0;
  const at = selectedRow === undefined ? -1 : rows.indexOf(selectedRow);
  return at < 0 ? before : Math.min(before, at);
}
