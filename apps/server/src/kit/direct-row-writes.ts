// Writes rows outside the save engine: demo rows, and rows from before a field was encrypted.
import { newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import type { Tx } from '#platform/db/index.ts';
import { searchColumnOf } from '#platform/db/name-search.ts';
import { searchText } from '#platform/pinyin/search-text.ts';
import { encrypt } from './encryption.ts';
import type { Kit } from './ports.ts';
import type { Values } from './references.ts';
import { fillRow, findUnencrypted } from './row-store.ts';
import { tableOf, valueOf, type AnyResource } from './table.ts';

const batchRows = 500;

/**
 * Inserts rows in bulk without checks or audit. Each row has its values by field and a creation time. Returns the
 * ids.
 */
export async function insertSeeds(
  tx: Tx,
  { vault }: Pick<Kit, 'vault'>,
  resource: AnyResource,
  seeds: readonly { values: Values; at: Date }[],
): Promise<string[]> {
  const table = tableOf(resource);
  const keys = await vault.of(tx);
  const rows: Values[] = [];
  for (const { values, at } of seeds) {
    const id = newId();
    const row: Values = { tenant_id: tx.scope.tenantId, id, version: 1, created_at: at, updated_at: at };
    for (const column of table.columns) {
      // The column of a files field is not nullable, so its default is an empty list.
      const value = values[column.key] ?? column.spec.default ?? (column.spec.kind === 'files' ? [] : null);
      if (column.spec.encrypted)
        Object.assign(row, encrypt(keys, table, column, id, value === null ? null : String(value)));
      // No JSON encoding here, because the insert statement does it.
      else row[column.column] = value;
      if (column.spec.search?.pinyin) row[searchColumnOf(column.column)] = await searchText(String(value ?? ''));
    }
    rows.push(row);
  }
  await insertAll(tx, table.name, rows);
  return rows.map(({ id }) => String(id));
}

/** Encrypts values stored before their field was encrypted (S78); returns the number of rows. */
export async function encryptStored(
  { db, vault }: Pick<Kit, 'db' | 'vault'>,
  resource: AnyResource,
  tenantId: string,
): Promise<number> {
  const table = tableOf(resource);
  let done = 0;
  for (const column of table.columns.filter(({ spec }) => spec.encrypted))
    for (let last = batchRows; last === batchRows; done += last)
      last = await db.scoped(systemScope(`encrypt ${resource.name}`, tenantId), async (tx) => {
        const rows = await findUnencrypted(tx, table, column.column, batchRows);
        const keys = rows.length > 0 ? await vault.of(tx) : null;
        for (const row of rows)
          if (keys)
            await fillRow(tx, table, row.id, encrypt(keys, table, column, row.id, String(valueOf(row, column))));
        return rows.length;
      });
  return done;
}

export interface SeedMove {
  rowId: string;
  enterpriseId: string | null;
  move: string;
  from: string | null;
  to: string;
  byId: string | null;
  byName: string | null;
  at: Date;
  note: string | null;
}

export const insertSeedMoves = (tx: Tx, resource: string, moves: readonly SeedMove[]): Promise<void> =>
  insertAll(
    tx,
    'resource_history',
    moves
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())
      .map(({ rowId, enterpriseId, move, from, to, byId, byName, at, note }) => ({
        tenant_id: tx.scope.tenantId,
        id: newId(),
        enterprise_id: enterpriseId ?? '00000000-0000-0000-0000-000000000000',
        resource,
        row_id: rowId,
        move,
        from_state: from,
        to_state: to,
        by_id: byId,
        by_name: byName,
        at,
        note,
        files: [],
      })),
  );
