// State changes (moves) of a resource. Each one checks version and rights, and writes history and audit, in one
// transaction.
import type { Change } from '@anlan/contract/domain/field-change';
import type { HistoryRow, Move, MoveInput, Moves } from '@anlan/contract/kit/state-machine';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { createFileKeeping } from './files.ts';
import { createHistory, type HistoryHooks } from './history.ts';
import { writeHistory } from './history-store.ts';
import type { Kit } from './ports.ts';
import { holds } from './present.ts';
import { isSame, type createReferences, type Values } from './references.ts';
import { changeRows, findRow } from './row-store.ts';
import type { createSaving, Saved } from './save.ts';
import { enterpriseOf, valueOf, type AnyResource, type RowOf, type Table } from './table.ts';

export interface MoveHooks<R, K = unknown> {
  mayMove?(move: string, row: RowOf<R>, scope: Scope, known: K): boolean;
  /**
   * Returns why a change, removal or move must be refused although the rights allow it; pages then do not offer it.
   * Null allows it.
   */
  refusalOf?(act: string, row: RowOf<R>, scope: Scope, known: K): string | null;
  /** Refuses a move, or returns extra field values to store; the row is locked. */
  beforeMove?(tx: Tx, move: string, row: RowOf<R>, input: Values, known: K): Promise<Values | void> | Values | void;
  /** Returns the history note for a move that asks the user for no reason. */
  noteOf?(tx: Tx, move: string, values: Values): string | null;
  moved?(tx: Tx, move: string, row: RowOf<R>, input: Values): Promise<unknown> | void;
}
type MoveVerbs<M extends Moves, R> = {
  [K in keyof M]: (scope: Scope, input: MoveInput<M[K]>) => Promise<Saved>;
} & {
  history: (scope: Scope, input: { id: string }) => Promise<HistoryRow[]>;
  /**
   * Makes a move inside the caller's transaction. Checks the version only when one is given. Uses the row that the
   * caller has already locked, if given.
   */
  moveIn: <K extends keyof M & string>(
    tx: Tx,
    move: K,
    input: Omit<MoveInput<M[K]>, 'version'> & { version?: number },
    locked?: RowOf<R>,
  ) => Promise<Saved>;
};

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const isFile = (value: unknown): value is { id: string; name: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value;

/** Reduces the audited change of a list, such as check items, to the changed items when the length is the same. */
function onlyChangedItems({ field, before, after }: Change): Change {
  if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length)
    return { field, before, after };
  const differs = before.map((one, at) => !isSame(one, after[at]));
  return { field, before: before.filter((_, at) => differs[at]), after: after.filter((_, at) => differs[at]) };
}

export function createMoves<M extends Moves, R, K = unknown>(
  resource: AnyResource,
  table: Table<R>,
  kit: Kit,
  references: Pick<ReturnType<typeof createReferences>, 'check'>,
  {
    lockRow,
    columnsOf,
    changesOf,
    stamp,
  }: Pick<ReturnType<typeof createSaving<R, K>>, 'lockRow' | 'columnsOf' | 'changesOf' | 'stamp'>,
  hooks: MoveHooks<R, K> & HistoryHooks<R>,
  readsFor: (tx: Tx, rows: readonly RowOf<R>[]) => Promise<K>,
): MoveVerbs<M, R> {
  const { db, clock, audit, dictionaries } = kit;
  const keepFiles = createFileKeeping(kit);
  const historyOf = createHistory(resource, kit, hooks);
  const state = table.byKey.get(resource.states?.field ?? '');

  async function labelOf(tx: Tx, value: string): Promise<string> {
    const code = state?.spec.codes?.[value] ?? value;
    const items = state?.spec.dictionary ? await dictionaries.itemsOf(tx, state.spec.dictionary) : [];
    return items.find((item) => item.value === code)?.label ?? code;
  }

  async function requireMove(tx: Tx, name: string, move: Move, row: RowOf<R>, from: string, hookData: K) {
    if (!move.from.includes(from))
      throw new AppError('invalid', `${resource.label}现在是“${await labelOf(tx, from)}”，不能${move.label}`);
    if (
      !holds(tx.scope, `${resource.permits}:${move.permit ?? 'edit'}`) ||
      hooks.mayMove?.(name, row, tx.scope, hookData) === false
    )
      throw new AppError('denied', `您不能${move.label}这${resource.counter}${resource.label}`);
    const refusal = hooks.refusalOf?.(name, row, tx.scope, hookData) ?? null;
    if (refusal !== null) throw new AppError('denied', refusal);
  }

  async function make(
    tx: Tx,
    name: string,
    move: Move,
    { id, version, ...input }: { id: string; version?: number | undefined } & Values,
    locked?: RowOf<R>,
  ): Promise<Saved> {
    const row = locked ?? (await lockRow(tx, id, version));
    const before = Object.fromEntries(table.columns.map((one) => [one.key, valueOf(row, one)]));
    const from = state ? String(valueOf(row, state)) : '';
    const hookData = await readsFor(tx, [row]);
    await requireMove(tx, name, move, row, from, hookData);
    await references.check(tx, input, before);
    const added = await hooks.beforeMove?.(tx, name, row, input, hookData);
    const values: Values = { ...input, ...added, ...(move.to && state ? { [state.key]: move.to } : {}) };
    const askedFields = Object.entries(move.ask ?? {}).map(([key, { spec }]) => ({ key, spec }));
    await keepFiles(tx, askedFields, before, input, enterpriseOf(table, row));
    const columns = { ...(await columnsOf(tx, id, values)), ...stamp(tx.scope) };
    const [changed] = await changeRows(tx, table, { id }, columns);
    if (!changed) throw new AppError('notFound');
    const note = textOf(input['reason']) ?? textOf(input['opinion']) ?? hooks.noteOf?.(tx, name, values) ?? null;
    const files = Array.isArray(input['files']) ? input['files'].filter(isFile) : [];
    const enterpriseId = enterpriseOf(table, row);
    const to = move.to ?? from;
    const made = {
      resource: resource.name,
      rowId: id,
      enterpriseId,
      move: name,
      from,
      to,
      at: clock.now(),
      note,
      files,
    };
    const entry = {
      call: `${resource.name}.${name}`,
      objectType: resource.name,
      objectId: id,
      enterpriseId,
      changes: changesOf(before, values).map(onlyChangedItems),
      ...(note === null ? {} : { note }),
    };
    await Promise.all([writeHistory(tx, made), audit.record(tx, entry)]);
    await hooks.moved?.(tx, name, changed, input);
    return { id, version: changed.version };
  }

  const moves = new Map(Object.entries<Move>(resource.states?.moves ?? {}));
  const take =
    (name: string, move: Move) =>
    (scope: Scope, input: { id: string; version: number } & Values): Promise<Saved> =>
      db.scoped(scope, (tx) => make(tx, name, move, input));
  const moveIn = (
    tx: Tx,
    name: string,
    input: { id: string; version?: number | undefined } & Values,
    locked?: RowOf<R>,
  ) => {
    const move = moves.get(name);
    if (!move) throw new Error(`${resource.name} has no move ${name}`);
    return make(tx, name, move, input, locked);
  };

  const verbs = [...moves].map(([name, move]) => [name, take(name, move)]);
  const history = (scope: Scope, { id }: { id: string }) =>
    db.read(scope, async (tx) => {
      const row = await findRow(tx, table, id);
      if (!row) throw new AppError('notFound');
      return historyOf(tx, row);
    });
  // The cast is safe: there is one verb per move, and the types are inferred from the same moves.
  return { ...Object.fromEntries(verbs), history, moveIn } as MoveVerbs<M, R>;
}
