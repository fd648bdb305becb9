// New rows, changes and removals: each in one transaction with its version, checks, encryption and audit.
import { dayOf } from '@anlan/contract/domain/instant';
import type { Change } from '@anlan/contract/domain/change';
import type { Input, Patch, Row } from '@anlan/contract/kit/resource';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { seesAll, systemScope, type Scope } from '#kernel/scope.ts';
import { brokenConstraint, type Tx } from '#platform/db/index.ts';
import { searchColumnOf } from '#platform/db/name-search.ts';
import { searchText } from '#platform/pinyin/search-text.ts';
import { cleanRichText, plainTextOf } from '#platform/richtext/index.ts';
import { decrypt, encrypt, isMask, maskOf } from './encryption.ts';
import type { Kit } from './ports.ts';
import type { createPresenter, PresentHooks } from './present.ts';
import { isSame, type createReferences, type Values } from './references.ts';
import { createFileKeeping } from './files.ts';
import { writeHistories } from './history-store.ts';
import { numbersWithin, type GiveNumbers } from './number-store.ts';
import { changeRows, deleteRow, findRow, findRows, insertRows } from './row-store.ts';
import {
  enterpriseOf,
  titleOf,
  toColumn,
  valueOf,
  type AnyResource,
  type Column,
  type RowOf,
  type StoredRow,
  type Table,
} from './table.ts';

/** Rules about saving, inside the transaction. */
export interface SaveHooks<R> {
  /** Why the caller may make no row at all, whatever it holds; pages do not offer it to them. */
  createRefusal?(tx: Tx): Promise<string | null> | string | null;
  /** Refuses or completes a new row; what it answers is stored beside what was typed, by field. */
  beforeCreate?(tx: Tx, input: Input<R>): Promise<Values | void> | Values | void;
  /** The same for a change of a row, which is locked. */
  beforeUpdate?(tx: Tx, row: RowOf<R>, patch: Patch<R>): Promise<Values | void> | Values | void;
  /** Refuses a removal. */
  beforeRemove?(tx: Tx, row: RowOf<R>): Promise<void> | void;
  /** Whose people see the files of a row that is no enterprise's, by the id of their range; null for the unit alone. */
  filesOf?(id: string, row: Readonly<Record<string, unknown>>): string | null;
  /** Told of every row that was added, changed or removed. */
  saved?(tx: Tx, ids: readonly string[]): Promise<unknown>;
  /** How numbers of what people type in are given; in the transaction of the row where it is not said. */
  readonly numbers?: GiveNumbers;
  /** Fields of which the log says that they were filled in, and not with what: its readers are not those of the rows. */
  readonly unlogged?: readonly string[];
}
/** What a write answers. */
export interface Saved {
  id: string;
  version: number;
}

/** A row to remove; refused where it has another version. */
interface Removal {
  id: string;
  version?: number | undefined;
}

/** A row that was added. */
interface Added {
  id: string;
  enterpriseId: string | null;
  values: Values;
  at: Date;
}

/** Versions are integers of the database; no row has one that is none. */
const isVersion = (version: number | undefined) => version === undefined || (version > 0 && version < 2 ** 31);

/** Saves rows of a resource. */
export function createSaving<R, K = unknown>(
  resource: AnyResource,
  table: Table<R>,
  kit: Kit,
  references: ReturnType<typeof createReferences>,
  { present, frozenBy, readsFor }: ReturnType<typeof createPresenter<R, K>>,
  hooks: SaveHooks<R> & Pick<PresentHooks<R, K>, 'mayChange' | 'refusalOf'>,
) {
  const { db, clock, audit, vault, lookups } = kit;
  const keepFiles = createFileKeeping(kit);
  const fileFields = table.columns.map(({ key, spec }) => ({ key, spec }));
  const call = (verb: string) => `${resource.name}.${verb}`;
  const encrypted = table.columns.filter(({ spec }) => spec.encrypted);

  async function presentOne(tx: Tx, row: RowOf<R> | undefined): Promise<Row<R>> {
    const [shown] = row ? await present(tx, [row]) : [];
    if (!shown) throw new AppError('notFound');
    return shown;
  }

  /** The row, locked; a stale version answers with the row as it is now. */
  async function lockRow(tx: Tx, id: string, version: number | undefined): Promise<RowOf<R>> {
    // Only the version that was asked for is locked: who comes too late does not keep the others waiting while reading.
    const asked = version === undefined ? { id } : { id, version };
    const [row] = isVersion(version) ? await findRows(tx, table, asked, { limit: 1, lock: 'change' }) : [];
    if (!row) {
      const current = version === undefined ? undefined : await findRow(tx, table, id);
      if (!current) throw new AppError('notFound');
      throw new AppError('conflict', undefined, { current: await presentOne(tx, current) });
    }
    const [closed, known] = await Promise.all([references.closedOf(tx, [row]), readsFor(tx, [row])]);
    const frozen = frozenBy(row, closed, tx.scope, known);
    if (frozen !== null) throw new AppError('invalid', frozen);
    return row;
  }

  /** Refuses who may not change or remove this row, whatever their permits say of others. */
  async function demandChange(tx: Tx, verb: 'update' | 'remove', row: RowOf<R>): Promise<void> {
    if (!hooks.mayChange && !hooks.refusalOf) return;
    const known = await readsFor(tx, [row]);
    const word = verb === 'update' ? '修改' : '删除';
    if (hooks.mayChange?.(verb, row, tx.scope, known) === false)
      throw new AppError('denied', `您不能${word}这${resource.counter}${resource.label}`);
    const refusal = hooks.refusalOf?.(verb, row, tx.scope, known) ?? null;
    if (refusal !== null) throw new AppError('denied', refusal);
  }

  const serials = table.columns.filter(({ spec }) => spec.kind === 'serial');
  const uniques = table.columns.filter(({ spec }) => spec.unique);
  const isTaken = (column: Column, existing: Row<R> | null) => {
    const msg = `${column.spec.label}已存在`;
    return new AppError('conflict', msg, { errors: [{ field: column.key, msg }], existing });
  };

  /** Whether a row beyond the caller's sight has a value: told so often an hour, and traced (S95). */
  const isUnseen = async (scope: Scope, { column }: Column, value: unknown) =>
    !seesAll(scope) &&
    (await db.scoped(scope, async (tx) => {
      const first = { limit: 1 };
      const all = systemScope(`unique ${resource.name}`, scope.tenantId, scope);
      const anywhere = await db.scoped(all, (wide) => findRows(wide, table, { [column]: value }, first), {
        readOnly: true,
      });
      // Sight is asked last: a row that somebody saved meanwhile would be in it, and be taken for one that is not.
      if (anywhere.length > 0 && (await findRows(tx, table, { [column]: value }, first)).length > 0) return false;
      const what = { call: 'resource.findByCode', objectType: resource.name, note: String(value) } as const;
      return lookups.tells(tx, what, anywhere.length > 0);
    }));

  /** A unique value that another row has is told at its field; the other row comes along when it is visible. */
  async function withUniqueTold<T>(scope: Scope, values: Values, work: () => Promise<T>): Promise<T> {
    for (const column of uniques) {
      const value = values[column.key] ?? null;
      if (value !== null && (await isUnseen(scope, column, value))) throw isTaken(column, null);
    }
    try {
      return await work();
    } catch (error) {
      const broken = brokenConstraint(error);
      const column = uniques.find((one) => broken === `${table.name}_${one.column}_key`);
      const value = column && values[column.key];
      if (!column || value === undefined) throw error;
      const existing = await db.scoped(scope, async (tx) => {
        const [row] = await findRows(tx, table, { [column.column]: value }, { limit: 1 });
        return row ? presentOne(tx, row) : null;
      });
      throw isTaken(column, existing);
    }
  }

  const withoutMasks = (given: Values): Values =>
    Object.fromEntries(
      Object.entries(given).filter(([key, value]) => !(table.byKey.get(key)?.spec.encrypted && isMask(value))),
    );

  const rich = table.columns.filter(({ spec }) => spec.kind === 'rich');
  /** Rich text as it is kept: nothing in it but what it may hold (S40). */
  function cleaned(values: Values): Values {
    for (const { key, spec } of rich) {
      const value = values[key];
      if (typeof value !== 'string') continue;
      values[key] = cleanRichText(value);
      if (spec.required && plainTextOf(String(values[key])) === '')
        throw invalid({ field: key, msg: `${spec.label}不能为空` });
    }
    return values;
  }

  async function valuesOf(tx: Tx, row: StoredRow): Promise<Values> {
    const values: Values = {};
    for (const column of table.columns) values[column.key] = valueOf(row, column);
    for (const column of encrypted) values[column.key] = decrypt(await vault.of(tx), table, column, row);
    return values;
  }

  async function columnsOf(tx: Tx, id: string, values: Values): Promise<Values> {
    const row: Values = {};
    for (const column of table.columns) {
      const value = values[column.key];
      if (value === undefined) continue;
      if (column.spec.encrypted)
        Object.assign(row, encrypt(await vault.of(tx), table, column, id, value === null ? null : String(value)));
      else row[column.column] = toColumn(column, value);
      if (column.spec.search?.pinyin) row[searchColumnOf(column.column)] = await searchText(String(value ?? ''));
    }
    return row;
  }

  /** What differs, field by field, in the words of the audit; classified values masked (S28). */
  function changesOf(before: Values, after: Values): Change[] {
    return table.columns.flatMap(({ key, spec }) => {
      if (after[key] === undefined || isSame(before[key], after[key])) return [];
      const told = (value: unknown) => {
        if (typeof value === 'string' && hooks.unlogged?.includes(key)) return '不记入日志';
        return spec.encrypted && typeof value === 'string' ? maskOf(value) : (value ?? null);
      };
      return [{ field: key, before: told(before[key]), after: told(after[key]) }];
    });
  }

  function completed(scope: Scope, given: Values): Values {
    const values = cleaned(withoutMasks(given));
    for (const { key, spec } of table.columns) {
      if (values[key] === undefined && spec.default !== undefined) values[key] = spec.default;
      if (spec.own) values[key] ??= scope.enterpriseId;
      if (spec.own && values[key] === null)
        throw invalid({ field: key, msg: spec.messages?.missing ?? `请选择${spec.label}` });
      if (spec.required && !spec.kept && values[key] === undefined)
        throw invalid({ field: key, msg: `请填写完整的${spec.label}` });
    }
    return values;
  }

  const stamp = (scope: Scope) => ({ updated_at: clock.now(), updated_by: scope.userId });

  /** What a new row will hold, once it was checked. */
  async function prepared(tx: Tx, input: Input<R>): Promise<Values> {
    const values = completed(tx.scope, input as Values);
    await references.check(tx, values);
    const refusal = (await hooks.createRefusal?.(tx)) ?? null;
    if (refusal !== null) throw new AppError('denied', refusal);
    return Object.assign(values, await hooks.beforeCreate?.(tx, values as Input<R>));
  }

  async function put(tx: Tx, all: readonly Values[], lent: readonly Values[]): Promise<Added[]> {
    const now = stamp(tx.scope);
    const added = all.map((values) => {
      const enterpriseId = table.ofEnterprise ? String(values['enterpriseId']) : null;
      return { id: newId(), enterpriseId, values, at: now.updated_at };
    });
    const rows: Values[] = [];
    for (const [at, { id, values }] of added.entries())
      rows.push({
        id,
        ...(await columnsOf(tx, id, { ...values, ...lent[at] })),
        created_at: now.updated_at,
        created_by: now.updated_by,
        ...now,
      });
    await insertRows(tx, table, rows);
    // Once the rows stand: whoever sees one sees its files.
    for (const { id, values, enterpriseId } of added)
      await keepFiles(tx, fileFields, {}, values, enterpriseId ?? hooks.filesOf?.(id, values) ?? null);
    return added;
  }

  /** Tells log and history of new rows, all at once. */
  async function tellAdded(tx: Tx, added: readonly Added[], as: string): Promise<void> {
    const entries = added.map(({ id, enterpriseId, values }) => {
      const owned = Object.fromEntries(Object.entries(values).filter(([key]) => !table.byKey.get(key)?.spec.own));
      return { call: as, objectType: resource.name, objectId: id, enterpriseId, changes: changesOf({}, owned) };
    });
    const { states, name } = resource;
    const begun = states
      ? added.map(({ id: rowId, enterpriseId, values, at }) => {
          const to = String(values[states.field]);
          return { resource: name, rowId, enterpriseId, move: 'create', from: null, to, at, note: null, files: [] };
        })
      : [];
    await Promise.all([audit.recordAll(tx, entries), writeHistories(tx, begun)]);
  }

  /**
   * Adds rows inside a transaction, of which others are told at once; answers their ids. What is lent to them, in the same
   * order, is stored as it is: files that another row of ours holds.
   */
  async function addAll(
    tx: Tx,
    inputs: readonly Input<R>[],
    as = call('create'),
    give: GiveNumbers = numbersWithin,
    lent: readonly Values[] = [],
  ): Promise<string[]> {
    if (inputs.length === 0) return [];
    // All that only looks comes first: a number that was given out keeps everybody else of the unit waiting.
    const rows: Values[] = [];
    for (const input of inputs) rows.push(await prepared(tx, input));
    for (const { key, spec } of serials) {
      const numbers = await give(tx, spec.prefix ?? '', dayOf(clock.now()), rows.length);
      for (const [at, values] of rows.entries()) values[key] = numbers[at];
    }
    const added = await put(tx, rows, lent);
    await tellAdded(tx, added, as);
    const ids = added.map(({ id }) => id);
    await hooks.saved?.(tx, ids);
    return ids;
  }
  /** Adds a row inside a transaction; answers its id. The log names the call that it is part of. */
  async function add(tx: Tx, input: Input<R>, as = call('create'), give?: GiveNumbers): Promise<string> {
    const [id = ''] = await addAll(tx, [input], as, give);
    return id;
  }

  /** Changes a row inside a transaction; answers its new version. */
  async function change(tx: Tx, patch: Patch<R>): Promise<Saved> {
    const { id, version, ...given } = patch as { id: string; version: number } & Values;
    const values = cleaned(withoutMasks(given));
    const row = await lockRow(tx, id, version);
    await demandChange(tx, 'update', row);
    const before = await valuesOf(tx, row);
    await references.check(tx, values, before);
    Object.assign(values, await hooks.beforeUpdate?.(tx, row, patch));
    await keepFiles(tx, fileFields, before, values, enterpriseOf(table, row) ?? hooks.filesOf?.(id, before) ?? null);
    const [changed] = await changeRows(tx, table, { id }, { ...(await columnsOf(tx, id, values)), ...stamp(tx.scope) });
    await audit.record(tx, {
      call: call('update'),
      objectType: resource.name,
      objectId: id,
      enterpriseId: enterpriseOf(table, row),
      changes: changesOf(before, values),
    });
    await hooks.saved?.(tx, [id]);
    return { id, version: changed?.version ?? row.version };
  }

  /** Removes a row inside a transaction. */
  async function removeIn(tx: Tx, { id, version }: Removal): Promise<Saved> {
    const row = await lockRow(tx, id, version);
    await demandChange(tx, 'remove', row);
    await hooks.beforeRemove?.(tx, row);
    if (table.keepsRemoved)
      await changeRows(tx, table, { id }, { removed_at: clock.now(), removed_by: tx.scope.userId });
    else await deleteRow(tx, table, id);
    await audit.record(tx, {
      call: call('remove'),
      objectType: resource.name,
      objectId: id,
      enterpriseId: enterpriseOf(table, row),
      note: titleOf(table, row),
    });
    await hooks.saved?.(tx, [id]);
    return { id, version: row.version + 1 };
  }

  return {
    presentOne,
    lockRow,
    add,
    addAll,
    change,
    valuesOf,
    withUniqueTold,
    changesOf,
    columnsOf,
    stamp,
    create: (scope: Scope, input: Input<R>): Promise<Saved> =>
      withUniqueTold(scope, input as Values, () =>
        db.scoped(scope, async (tx) => ({ id: await add(tx, input, undefined, hooks.numbers), version: 1 })),
      ),
    update(scope: Scope, patch: Patch<R>): Promise<Saved> {
      const values = withoutMasks(patch as Values);
      return withUniqueTold(scope, values, () => db.scoped(scope, (tx) => change(tx, patch)));
    },
    removeIn,
    remove: (scope: Scope, row: Removal): Promise<Saved> => db.scoped(scope, (tx) => removeIn(tx, row)),
  };
}
