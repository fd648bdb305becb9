// Rows with dates on which something ends tell the ledger of dates (module warning) whenever they change.
import { sql } from 'kysely';
import type { ExpiringItem } from '@anlan/contract/domain/expiring-item';
import type { Tx } from '#platform/db/index.ts';
import type { EventBus } from './events.ts';
import { columnsOf, enterpriseOf, rowFrom, tableOf, type AnyResource, type RowOf } from './table.ts';

/** One date of a row: what item it is, and its last day; null where the row has none now. */
export type RowDate = Pick<ExpiringItem, 'itemType' | 'itemName' | 'validTo'>;

/** Tells the ledger of the dates of some rows of a resource; those of rows that were removed are gone. */
export async function tellDates<R extends AnyResource>(
  tx: Tx,
  events: Pick<EventBus, 'emit'>,
  resource: R,
  ids: readonly string[],
  datesOf: (row: RowOf<R>) => readonly RowDate[],
): Promise<void> {
  if (ids.length === 0) return;
  const table = tableOf<R>(resource);
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table.name)}
    where tenant_id = ${tx.scope.tenantId} and id = any(${[...ids]}::uuid[])`.execute(tx.kysely);
  const items = rows
    .map((row) => rowFrom(table, row))
    .flatMap((row) =>
      datesOf(row).map((date) => ({
        ...date,
        itemId: row.id,
        enterpriseId: enterpriseOf(table, row) ?? '',
        validTo: columnsOf(row)['removed_at'] === null ? date.validTo : null,
      })),
    );
  if (items.length > 0) await events.emit(tx, 'item.expiryChanged', { items });
}
