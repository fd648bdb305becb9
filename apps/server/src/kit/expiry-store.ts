// Rows with dates on which something ends tell the ledger of dates (module warning) whenever they change.
import { sql } from 'kysely';
import type { ExpiringItem } from '@anlan/contract/modules';
import type { Tx } from '#platform/db/index.ts';
import type { EventBus } from './events.ts';
import type { StoredRow } from './table.ts';

/** One date of a row: what item it is, and its last day; null where the row has none now. */
export type RowDate = Pick<ExpiringItem, 'itemType' | 'itemName' | 'validTo'>;

/** Tells the ledger of the dates of some rows of a table; those of rows that were removed are gone. */
export async function tellDates(
  tx: Tx,
  events: Pick<EventBus, 'emit'>,
  table: string,
  ids: readonly string[],
  datesOf: (row: StoredRow) => readonly RowDate[],
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<StoredRow>`select * from ${sql.table(table)}
    where tenant_id = ${tx.scope.tenantId} and id = any(${[...ids]}::uuid[])`.execute(tx.kysely);
  const items = rows.flatMap((row) =>
    datesOf(row).map((date) => ({
      ...date,
      itemId: row.id,
      enterpriseId: String(row['enterprise_id']),
      validTo: row['removed_at'] === null ? date.validTo : null,
    })),
  );
  if (items.length > 0) await events.emit(tx, 'item.expiryChanged', { items });
}
