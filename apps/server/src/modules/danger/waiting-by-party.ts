// Pending dangers by the party that must act, and how late each party is.
import { addDays, daysBetween } from '@anlan/contract/domain/instant';
import { waitingSides, type WaitingSide } from '@anlan/contract/modules/danger/views';
import type { Tx } from '#platform/db/index.ts';
import { settingsOf } from '../setting/index.ts';
import type { Area } from './danger-counts-store.ts';
import { readFailed, readWaiting } from './waiting-by-party-store.ts';

interface At {
  today: string;
  span: { from: string; to: string };
  workdayAfter: (tx: Tx, day: string, count: number) => Promise<string>;
}

/** A verification is late today if it waits since the returned day or longer. */
export async function lateSince(tx: Tx, { today, workdayAfter }: Pick<At, 'today' | 'workdayAfter'>): Promise<string> {
  const { 'rectify.recheckWorkdays': most } = await settingsOf(tx);
  let day = addDays(today, -most - 1);
  while ((await workdayAfter(tx, day, most)) >= today) day = addDays(day, -1);
  return day;
}

export async function sidesOf(tx: Tx, area: Area, { today, span, workdayAfter }: At): Promise<WaitingSide[]> {
  const { 'rectify.recheckWorkdays': most } = await settingsOf(tx);
  const failed = await readFailed(tx, area, span);
  const sides = new Map<string, WaitingSide>(
    waitingSides.map((side) => [
      side,
      { side, waiting: 0, late: 0, lateDays: 0, longestDays: 0, sampleFailed: failed.get(side) ?? 0 },
    ]),
  );
  const ends = new Map<string, string>();
  for (const { side, kind, day, dangers } of await readWaiting(tx, area)) {
    const one = sides.get(side);
    if (!one) continue;
    if (kind === 'since' && !ends.has(day)) ends.set(day, await workdayAfter(tx, day, most));
    const days = Math.max(0, daysBetween(kind === 'deadline' ? day : (ends.get(day) ?? today), today));
    one.waiting += dangers;
    one.late += days > 0 ? dangers : 0;
    one.lateDays += days * dangers;
    one.longestDays = Math.max(one.longestDays, days);
  }
  return [...sides.values()];
}
