import { dayOf } from '@anlan/contract/domain/instant';
import { createRandom } from '#kernel/random.ts';
import type { Tx } from '#platform/db/index.ts';
import { addMonths, colors, supervised } from './rules.ts';
import { readGrowth, writeColorMonth } from './store.ts';

/** Demo history of the colours: earlier months have fewer enterprises with slightly worse colours. */
export async function seedColorMonths(tx: Tx, now: Date): Promise<void> {
  const growth = await readGrowth(tx, { status: supervised });
  const current = dayOf(now).slice(0, 7);
  for (let back = 11; back >= 1; back -= 1) {
    const month = addMonths(current, -back);
    const random = createRandom(20_261_121, Number(tx.scope.tenantId), back);
    const counts = new Map<string, number[]>();
    for (const { region_code, color, month: since, enterprises } of growth) {
      if (since !== null && since > month) continue;
      const row = counts.get(region_code) ?? colors.map(() => 0);
      row[colors.indexOf(color)] = (row[colors.indexOf(color)] ?? 0) + enterprises;
      counts.set(region_code, row);
    }
    const rows = [...counts].flatMap(([region_code, row]) => {
      // Move some enterprises of each colour one step worse.
      for (let at = 3; at >= 1; at -= 1) {
        const moved = Math.floor((row[at] ?? 0) * (0.012 * back + 0.03 * random.next()));
        row[at] = (row[at] ?? 0) - moved;
        row[at - 1] = (row[at - 1] ?? 0) + moved;
      }
      return colors.map((color, at) => ({ region_code, color, enterprises: row[at] ?? 0 }));
    });
    await writeColorMonth(
      tx,
      month,
      rows.filter(({ enterprises }) => enterprises > 0),
      now,
    );
  }
}
