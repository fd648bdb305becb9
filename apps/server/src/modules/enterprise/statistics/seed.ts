import { dayOf } from '@anlan/contract/domain/instant';
import type { Tx } from '#platform/db/index.ts';
import { addMonths, supervised } from './rules.ts';
import { readGrowth, writeColorMonth } from './store.ts';

/** History of the colours of a bulk tenant: the present colours of the enterprises that were active in each month. */
export async function seedColorMonths(tx: Tx, now: Date): Promise<void> {
  const growth = await readGrowth(tx, { status: supervised });
  const current = dayOf(now).slice(0, 7);
  for (let back = 11; back >= 1; back -= 1) {
    const month = addMonths(current, -back);
    const counts = new Map<string, (typeof growth)[number]>();
    for (const row of growth) {
      if (row.month !== null && row.month > month) continue;
      const key = `${row.region_code} ${row.color}`;
      const enterprises = (counts.get(key)?.enterprises ?? 0) + row.enterprises;
      counts.set(key, { ...row, enterprises });
    }
    const rows = [...counts.values()].map(({ region_code, color, enterprises }) => ({
      region_code,
      color,
      enterprises,
    }));
    await writeColorMonth(tx, month, rows, now);
  }
}
