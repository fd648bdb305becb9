// Rows of a declared resource for the undo of an import.
import { importedFields } from '@anlan/contract/kit/import';
import type { Tx } from '#platform/db/index.ts';
import { isSame, type Values } from '../references.ts';
import { findRows } from '../row-store.ts';
import { rowFrom, titleOf, type AnyResource, type StoredRow, type Table } from '../table.ts';
import type { UndoneRow } from './import-undo.ts';
import type { Saving } from './plan-rows.ts';

interface HeldRow extends UndoneRow {
  readonly row: StoredRow;
}

export function createUndoneRows({ resource, table, saving }: { resource: AnyResource; table: Table; saving: Saving }) {
  const typed = importedFields(resource).flatMap(([key, { immutable }]) => (immutable ? [] : [key]));
  return {
    async hold(tx: Tx, ids: readonly string[]): Promise<HeldRow[]> {
      const rows = await findRows(tx, table, { id: [...ids] }, { lock: 'change', limit: ids.length });
      return rows.map((row) => ({ id: row.id, version: row.version, title: titleOf(table, row), row }));
    },
    remove: (tx: Tx, { id, version }: HeldRow) => saving.remove(tx, { id, version }),
    async restore(
      tx: Tx,
      { id, version, row }: HeldRow,
      before: { id: string } & Record<string, unknown>,
    ): Promise<void> {
      const was = await saving.valuesOf(tx, rowFrom(table, before));
      const now = await saving.valuesOf(tx, row);
      const patch: Values = {};
      for (const key of typed) if (!isSame(was[key], now[key])) patch[key] = was[key];
      if (Object.keys(patch).length > 0) await saving.change(tx, { ...patch, id, version });
    },
  };
}
