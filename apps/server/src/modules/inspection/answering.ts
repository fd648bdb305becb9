// What is answered in one transaction is read once, with its lock, and written once, before the commit.
import { tallyOf, type FoundItem } from '@anlan/contract/modules/checklist/item';
import type { ModuleKit } from '#kit/module.ts';
import type { AuditEntry } from '#kit/ports.ts';
import type { StoredRow } from '#kit/table.ts';
import { beforeCommit, withCommit, type Tx } from '#platform/db/index.ts';
import type { saveItems } from './store.ts';

/** A locked row as the last answer left it. */
interface Answering {
  row: StoredRow;
  /** When it was changed last; null where nothing has to be written. */
  changedAt: Date | null;
  /** What the log says of it. */
  entries: AuditEntry[];
}

/** Makes what holds rows while they are answered. */
export function createAnswering(
  { clock, audit }: Pick<ModuleKit, 'clock' | 'audit'>,
  lockRow: (tx: Tx, id: string, version: number | undefined) => Promise<StoredRow>,
  save: typeof saveItems,
) {
  const held = new WeakMap<Tx, Map<string, Answering>>();
  const rowsOf = (tx: Tx) => {
    const known = held.get(tx);
    if (known) return known;
    const rows = new Map<string, Answering>();
    held.set(tx, rows);
    beforeCommit(tx, async () => {
      for (const id of rows.keys()) await store(tx, id);
    });
    return rows;
  };

  /** The row, locked from its first answer on. */
  async function rowOf(tx: Tx, id: string): Promise<StoredRow> {
    const rows = rowsOf(tx);
    const known = rows.get(id);
    if (known) return known.row;
    const row = await lockRow(tx, id, undefined);
    rows.set(id, { row, changedAt: null, entries: [] });
    return row;
  }
  /** Notes what was answered; answers the version that the row will have. */
  function change(tx: Tx, id: string, items: readonly FoundItem[], entry: AuditEntry): number {
    const one = rowsOf(tx).get(id);
    if (!one) throw new Error('answered without a lock');
    const version = one.row.version + (one.changedAt === null ? 1 : 0);
    one.row = { ...one.row, items, version };
    one.changedAt = clock.now();
    one.entries.push(entry);
    return version;
  }
  function letGo(tx: Tx, id: string): Answering | undefined {
    const one = held.get(tx)?.get(id);
    held.get(tx)?.delete(id);
    return one;
  }
  /** Lets go of a row that somebody else writes from here on, with all that was answered; undefined where nothing was. */
  function release(tx: Tx, id: string): StoredRow | undefined {
    const one = letGo(tx, id);
    if (one) withCommit(tx, audit.recordAll(tx, one.entries));
    return one?.row;
  }
  /** Writes what was answered, and releases it. */
  async function store(tx: Tx, id: string): Promise<void> {
    const { row, changedAt = null, entries = [] } = letGo(tx, id) ?? {};
    if (!row || changedAt === null) return;
    // Made by us.
    const items = row.items as readonly FoundItem[];
    await Promise.all([audit.recordAll(tx, entries), save(tx, id, items, tallyOf(items), changedAt)]);
  }
  return { rowOf, change, release, store };
}
