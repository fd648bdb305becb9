// Builds the history of a row from its state changes and the field changes in the audit.
import type { HistoryRow } from '@anlan/contract/kit/state-machine';
import type { Tx } from '#platform/db/index.ts';
import { readHistory } from './history-store.ts';
import type { Kit } from './ports.ts';
import type { AnyResource, RowOf, StoredRow } from './table.ts';
import { createWording, auditWordingOf } from './wording.ts';

const changesMost = 200;

export interface HistoryHooks<R> {
  /** Fields whose values are not audited. The audit then also omits the author of the row. */
  readonly unlogged?: readonly string[];
  /** Computed values for readers; the history omits such fields too. */
  compute?(tx: Tx, rows: readonly RowOf<R>[]): Promise<ReadonlyMap<string, object>>;
}

export function createHistory<R>(
  resource: AnyResource,
  { audit, references, dictionaries }: Pick<Kit, 'audit' | 'references' | 'dictionaries'>,
  hooks: HistoryHooks<R>,
) {
  const isSecret = hooks.unlogged !== undefined;
  const spoken = auditWordingOf(resource);
  const wording = createWording({
    auditWordingOf: (type) => (type === resource.name ? spoken : undefined),
    referenceOf: (target) => references[target],
    dictionaries,
  });

  /**
   * Creates the first history entry of a row without one. Such a row is older than histories, or was created in
   * another way.
   */
  async function createFirstEntry(tx: Tx, row: StoredRow): Promise<HistoryRow> {
    const by = row.createdBy;
    const people = by !== null && !isSecret ? await references['user']?.read(tx, [by]) : undefined;
    return {
      id: row.id,
      move: 'create',
      from: null,
      to: null,
      byName: people?.get(by ?? '')?.name ?? null,
      at: row.createdAt,
      note: null,
      files: [],
      changes: [],
    };
  }

  return async (tx: Tx, row: RowOf<R>): Promise<HistoryRow[]> => {
    const moves = (await readHistory(tx, resource.name, row.id)).map((move) => ({ ...move, changes: [] }));
    const calls = [`${resource.name}.update`, `${resource.name}.move`];
    const others = (await hooks.compute?.(tx, [row]))?.get(row.id) ?? {};
    const trail = (await audit.trailOf(tx, resource.name, row.id, { calls }, changesMost))
      .map((entry) => ({ ...entry, changes: entry.changes.filter(({ field }) => !Object.hasOwn(others, field)) }))
      .filter(({ changes }) => changes.length > 0);
    const worded = await wording.told(
      tx,
      trail.map(({ changes }) => ({ objectType: resource.name, objectId: null, changes })),
    );
    const updates = trail.map(({ id, at, byName }, index): HistoryRow => ({
      id,
      move: 'update',
      from: null,
      to: null,
      byName,
      at,
      note: null,
      files: [],
      changes: worded[index]?.changes ?? [],
    }));
    const begun = moves.some(({ move }) => move === 'create') ? [] : [await createFirstEntry(tx, row)];
    // State changes of one transaction have equal times, and the stable sort preserves their order.
    return [...begun, ...[...moves, ...updates].toSorted((one, other) => one.at.getTime() - other.at.getTime())];
  };
}
