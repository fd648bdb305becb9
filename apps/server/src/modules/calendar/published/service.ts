import { calendarDay } from '@anlan/contract/modules/calendar/resource';
import type { Kit } from '#kit/ports.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { readDays } from '../workdays/store.ts';
import { publishedDays, publishedYears, yearOf } from './rules.ts';

/** Adds the published days of each year for which the tenant has none. Returns the number of added days. */
export async function fillCalendar(tx: Tx, kit: Pick<Kit, 'vault'>, now: Date): Promise<number> {
  const own = new Set((await readDays(tx)).map(({ day }) => yearOf(day)));
  const missing = publishedDays.filter(({ day }) => !own.has(yearOf(day)));
  if (missing.length > 0)
    await insertSeeds(
      tx,
      kit,
      calendarDay,
      missing.map((values) => ({ values: { ...values }, at: now })),
    );
  return missing.length;
}

export const knowsYear = async (tx: Tx, year: string): Promise<boolean> =>
  publishedYears.has(year) || (await readDays(tx)).some(({ day }) => yearOf(day) === year);
