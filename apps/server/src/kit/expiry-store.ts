// Writes the end dates of changed rows to the expiry ledger (module warning).
import { sql } from 'kysely';
import type { ExpiringItem } from '@anlan/contract/domain/expiring-item';
import type { Tx } from '#platform/db/index.ts';
import type { EventBus } from './events.ts';
import { columnsOf, enterpriseOf, rowFrom, tableOf, type AnyResource, type RowOf } from './table.ts';

/** One expiring item of a row, with its last day; null when the item has no end. */
export type RowDate = Pick<ExpiringItem, 'itemType' | 'itemName' | 'validTo'>;

/** Writes the end dates of rows to the expiry ledger, and deletes the end dates of removed rows. */
export async function updateExpiryLedger<R extends AnyResource>(
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
