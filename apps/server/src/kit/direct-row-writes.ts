// Writes rows outside the save engine: demo rows, and rows from before a field was encrypted.
import type { Move } from '@anlan/contract/kit/state-machine';
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
import { withHistory } from './seed-rows-store.ts';
import { tableOf, valueOf, type AnyResource } from './table.ts';

const batchRows = 500;

export interface SeedRow {
  values: Values;
  at: Date;
  /** Time of the last move. The moves are spread between `at` and this time. */
  until?: Date | undefined;
}

/** The default of the field that holds the states, or else the value to which no move leads. */
export function initialState({ states, fields }: Pick<AnyResource, 'states' | 'fields'>): string {
  const spec = fields[states?.field ?? '']?.spec;
  const reached = new Set(Object.values<Move>(states?.moves ?? {}).map(({ to }) => to));
  return String(spec?.default ?? spec?.values?.find((state) => !reached.has(state)));
}

type Step = Pick<SeedMove, 'move' | 'from' | 'to'>;
/** The shortest declared way to `state`: from `begin`, or from nothing. */
function movesTo({ states, fields }: AnyResource, state: string, begin?: string): Step[] {
  if (!states) return [];
  const initial = begin ?? initialState({ states, fields });
  const created: Step[] = begin === undefined ? [{ move: 'create', from: null, to: initial }] : [];
  const ways = new Map([[initial, created]]);
  for (const [from, way] of ways)
    for (const [move, { from: sources, to }] of Object.entries<Move>(states.moves))
      if (to !== undefined && sources.includes(from) && !ways.has(to)) ways.set(to, [...way, { move, from, to }]);
  if (state === initial) return [];
  // A state to which no move leads is that of rows which another call creates.
  return ways.get(state) ?? (begin === undefined ? [{ move: 'create', from: null, to: state }] : []);
}

/** Writes the history of rows that have left their initial state. */
async function insertMovesTo(
  tx: Tx,
  resource: AnyResource,
  seeds: readonly (SeedRow & { from?: string })[],
  ids: readonly string[],
) {
  const field = resource.states?.field;
  if (field === undefined) return;
  const moves = seeds.flatMap(({ values, at, until, from }, index) => {
    const steps = values[field] === undefined ? [] : movesTo(resource, String(values[field]), from);
    const span = Math.max(0, (until ?? at).getTime() - at.getTime());
    return steps.map((step, place) => ({
      ...step,
      rowId: ids[index] ?? '',
      enterpriseId: typeof values['enterpriseId'] === 'string' ? values['enterpriseId'] : null,
      byId: null,
      byName: null,
      at: new Date(at.getTime() + (steps.length < 2 ? 0 : (span * place) / (steps.length - 1))),
      note: null,
    }));
  });
  await insertSeedMoves(tx, resource.name, moves);
}

/**
 * Inserts rows in bulk without checks or audit. Each row has its values by field and a creation time. Returns the
 * ids. Writes the history of the rows, unless the caller writes `ownHistory`.
 */
export async function insertSeeds(
  tx: Tx,
  { vault }: Pick<Kit, 'vault'>,
  resource: AnyResource,
  seeds: readonly SeedRow[],
  { ownHistory = false }: { ownHistory?: boolean } = {},
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
  const ids = rows.map(({ id }) => String(id));
  if (!ownHistory) await insertMovesTo(tx, resource, seeds, ids);
  return ids;
}

/** Changes demo rows, and writes the history from their state to the new one. */
export async function moveSeeds(
  tx: Tx,
  resource: AnyResource,
  moved: readonly (SeedRow & { id: string; from: string })[],
): Promise<void> {
  const { byKey, ...table } = tableOf(resource);
  for (const { id, values, at, until } of moved) {
    const columns = Object.entries(values).flatMap(([key, value]) => {
      const column = byKey.get(key)?.column;
      const isJson = typeof value === 'object' && value !== null && !(value instanceof Date);
      return column === undefined ? [] : [[column, isJson ? JSON.stringify(value) : value]];
    });
    await fillRow(tx, { ...table, byKey }, id, { ...Object.fromEntries(columns), updated_at: until ?? at });
  }
  const ids = moved.map(({ id }) => id);
  // Rows in their initial state have no history yet.
  const recorded = await withHistory(tx, resource.name, ids);
  const begun = moved.map(({ from, ...one }) => ({ ...one, ...(recorded.has(one.id) ? { from } : {}) }));
  await insertMovesTo(tx, resource, begun, ids);
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
