// Collects answers within a transaction: each answered row is read and locked once, and written once before the commit.
import { countResults, type AnsweredItem } from '@anlan/contract/modules/checklist/check-item';
import type { ModuleKit } from '#kit/module.ts';
import type { AuditEntry } from '#kit/ports.ts';
import type { StoredRow } from '#kit/table.ts';
import { beforeCommit, withCommit, type Tx } from '#platform/db/index.ts';
import type { saveItems } from './store.ts';

export type AnsweredRow = StoredRow & { readonly enterpriseId: string; readonly items: readonly AnsweredItem[] };

interface Answering<Row> {
  row: Row;
  /** Time of the last collected answer; null if there is nothing to write. */
  changedAt: Date | null;
  /** Audit entries to write with the row. */
  entries: AuditEntry[];
}

export function createAnswering<Row extends AnsweredRow>(
  { clock, audit }: Pick<ModuleKit, 'clock' | 'audit'>,
  lockRow: (tx: Tx, id: string, version: number | undefined) => Promise<Row>,
  save: typeof saveItems,
) {
  const held = new WeakMap<Tx, Map<string, Answering<Row>>>();
  const rowsOf = (tx: Tx) => {
    const heldRows = held.get(tx);
    if (heldRows) return heldRows;
    const rows = new Map<string, Answering<Row>>();
    held.set(tx, rows);
    beforeCommit(tx, async () => {
      for (const id of rows.keys()) await store(tx, id);
    });
    return rows;
  };

  /** Reads a row and locks it at its first answer in the transaction. */
  async function rowOf(tx: Tx, id: string): Promise<Row> {
    const rows = rowsOf(tx);
    const heldRow = rows.get(id);
    if (heldRow) return heldRow.row;
    const row = await lockRow(tx, id, undefined);
    rows.set(id, { row, changedAt: null, entries: [] });
    return row;
  }
  function change(tx: Tx, id: string, items: readonly AnsweredItem[], entry: AuditEntry): number {
    const one = rowsOf(tx).get(id);
    if (!one) throw new Error('answered without a lock');
    const version = one.row.version + (one.changedAt === null ? 1 : 0);
    one.row = { ...one.row, items, version };
    one.changedAt = clock.now();
    one.entries.push(entry);
    return version;
  }
  function letGo(tx: Tx, id: string): Answering<Row> | undefined {
    const one = held.get(tx)?.get(id);
    held.get(tx)?.delete(id);
    return one;
  }
  /** Returns the collected answers to a caller that writes the row itself. Undefined if there are no answers. */
  function release(tx: Tx, id: string): Row | undefined {
    const one = letGo(tx, id);
    if (one) withCommit(tx, audit.recordAll(tx, one.entries));
    return one?.row;
  }
  async function store(tx: Tx, id: string): Promise<void> {
    const { row, changedAt = null, entries = [] } = letGo(tx, id) ?? {};
    if (!row || changedAt === null) return;
    await Promise.all([audit.recordAll(tx, entries), save(tx, id, row.items, countResults(row.items), changedAt)]);
  }
  return { rowOf, change, release, store };
}
