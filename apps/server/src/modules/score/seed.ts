import type { EnterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import { dayOf } from '@anlan/contract/domain/instant';
import { spanOf } from '@anlan/contract/modules/report/period';
import { idRange } from '#kernel/ids.ts';
import { isSupervised, type SeedContext } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { addMonths, writeColorMonth } from '../enterprise/index.ts';
import { colorsAtEnd, updateScores } from './compute-scores.ts';
import { readActivations, supervisedAfter } from './store.ts';

const batch = 500;

/**
 * Computes scores of the demo enterprises from the rows that earlier modules created. A bulk tenant gets scores for a
 * sample only.
 */
export async function seedScores(tx: Tx, { now, isBulk, enterprises }: SeedContext): Promise<void> {
  if (isBulk) {
    await updateScores(
      tx,
      enterprises.filter(isSupervised).map(({ id }) => id),
      now,
    );
    return;
  }
  let after: string = idRange.lowest;
  for (;;) {
    const ids = await supervisedAfter(tx, after, batch);
    if (ids.length > 0) await updateScores(tx, ids, now);
    const last = ids.at(-1);
    if (ids.length < batch || last === undefined) break;
    after = last;
  }
  await seedColorHistory(tx, now);
}

const monthsBack = 11;

/** Colours at the end of earlier months, from the rows as they were then and by the rules of today. */
async function seedColorHistory(tx: Tx, now: Date): Promise<void> {
  const firms = await readActivations(tx);
  for (let back = 1; back <= monthsBack; back += 1) {
    const month = addMonths(dayOf(now).slice(0, 7), -back);
    const { to } = spanOf('month', month);
    const active = firms.filter(({ activated_on }) => activated_on === null || activated_on <= to);
    const colors = await colorsAtEnd(
      tx,
      active.map(({ id }) => id),
      to,
    );
    const rows = new Map<string, { region_code: string; color: EnterpriseColor; enterprises: number }>();
    for (const { id, region_code } of active) {
      const color = colors.get(id) ?? 'unrated';
      const enterprises = (rows.get(`${region_code} ${color}`)?.enterprises ?? 0) + 1;
      rows.set(`${region_code} ${color}`, { region_code, color, enterprises });
    }
    await writeColorMonth(tx, month, [...rows.values()], now);
  }
}
