// What became of a row from its first day: its moves, and the changes in between that only the audit keeps.
import type { HistoryRow } from '@anlan/contract/kit/machine';
import type { Tx } from '#platform/db/index.ts';
import { readHistory } from './history-store.ts';
import type { Kit } from './ports.ts';
import type { AnyResource, RowOf, StoredRow } from './table.ts';
import { createWording, spokenOf } from './wording.ts';

const changesMost = 200;

/** What histories ask of a resource. */
export interface HistoryHooks<R> {
  /** Fields whose values the log does not keep; it does not say either who entered a row that has them. */
  readonly unlogged?: readonly string[];
  /** What a reader sees in place of what is stored: such a field is not told of either. */
  compute?(tx: Tx, rows: readonly RowOf<R>[]): Promise<ReadonlyMap<string, object>>;
}

/** Reads histories of a resource. */
export function createHistory<R>(
  resource: AnyResource,
  { audit, references, dictionaries }: Pick<Kit, 'audit' | 'references' | 'dictionaries'>,
  hooks: HistoryHooks<R>,
) {
  const isSecret = hooks.unlogged !== undefined;
  const spoken = spokenOf(resource);
  const wording = createWording({
    spokenOf: (type) => (type === resource.name ? spoken : undefined),
    referenceOf: (target) => references[target],
    dictionaries,
  });

  /** The beginning of a row that was entered before histories were kept, or in another way. */
  async function beginningOf(tx: Tx, row: StoredRow): Promise<HistoryRow> {
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
    const begun = moves.some(({ move }) => move === 'create') ? [] : [await beginningOf(tx, row)];
    // What was entered in one go bears the same time: the moves keep their order.
    return [...begun, ...[...moves, ...updates].toSorted((one, other) => one.at.getTime() - other.at.getTime())];
  };
}
