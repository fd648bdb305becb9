// Creates, changes and removes rows. Each act checks version and rights, encrypts, and writes the audit, in one
// transaction.
import { dayOf } from '@anlan/contract/domain/instant';
import type { Change } from '@anlan/contract/domain/field-change';
import type { Input, Patch, Row } from '@anlan/contract/kit/resource';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
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
import { createUniqueReport } from './unique-report.ts';
import {
  enterpriseOf,
  titleOf,
  toColumn,
  valueOf,
  type AnyResource,
  type RowOf,
  type StoredRow,
  type Table,
} from './table.ts';

export interface SaveHooks<R> {
  /** Why the caller may create no row at all, or null. Pages then do not offer creation. */
  createRefusal?(tx: Tx): Promise<string | null> | string | null;
  /** Refuses a new row, or returns extra field values to store. */
  beforeCreate?(tx: Tx, input: Input<R>): Promise<Values | void> | Values | void;
  /** Refuses a change by an error, or returns extra field values to store. The row is already locked. */
  beforeUpdate?(tx: Tx, row: RowOf<R>, patch: Patch<R>): Promise<Values | void> | Values | void;
  beforeRemove?(tx: Tx, row: RowOf<R>): Promise<void> | void;
  /** Enterprise whose users may read the files of a row without an enterprise. Null: only users of the authority. */
  filesOf?(id: string, row: Readonly<Record<string, unknown>>): string | null;
  /** Called after each add, change or removal, with the row ids. */
  saved?(tx: Tx, ids: readonly string[]): Promise<unknown>;
  /** Allocates business numbers for rows that users add. The default allocates in the row's transaction. */
  readonly numbers?: GiveNumbers;
  /** Fields whose values are not audited, because some readers of the audit may not read the rows. */
  readonly unlogged?: readonly string[];
}
export interface Saved {
  id: string;
  version: number;
}

interface Removal {
  id: string;
  version?: number | undefined;
}

interface Added {
  id: string;
  enterpriseId: string | null;
  values: Values;
  at: Date;
}

/** Whether a version is in PostgreSQL's integer range. Other versions cannot exist. */
const isVersion = (version: number | undefined) => version === undefined || (version > 0 && version < 2 ** 31);

export function createSaving<R, K = unknown>(
  resource: AnyResource,
  table: Table<R>,
  kit: Kit,
  references: ReturnType<typeof createReferences>,
  { present, frozenBy, readsFor }: ReturnType<typeof createPresenter<R, K>>,
  hooks: SaveHooks<R> & Pick<PresentHooks<R, K>, 'mayChange' | 'refusalOf'>,
) {
  const { db, clock, audit, vault } = kit;
  const keepFiles = createFileKeeping(kit);
  const fileFields = table.columns.map(({ key, spec }) => ({ key, spec }));
  const call = (verb: string) => `${resource.name}.${verb}`;
  const encrypted = table.columns.filter(({ spec }) => spec.encrypted);

  async function presentOne(tx: Tx, row: RowOf<R> | undefined): Promise<Row<R>> {
    const [shown] = row ? await present(tx, [row]) : [];
    if (!shown) throw new AppError('notFound');
    return shown;
  }

  /** Locks the row; a stale version throws a conflict with the current row. */
  async function lockRow(tx: Tx, id: string, version: number | undefined): Promise<RowOf<R>> {
    // Locks only the requested version, so that a stale request blocks nobody.
    const versionFilter = version === undefined ? { id } : { id, version };
    const [row] = isVersion(version) ? await findRows(tx, table, versionFilter, { limit: 1, lock: 'change' }) : [];
    if (!row) {
      const current = version === undefined ? undefined : await findRow(tx, table, id);
      if (!current) throw new AppError('notFound');
      throw new AppError('conflict', undefined, { current: await presentOne(tx, current) });
    }
    const [closed, hookData] = await Promise.all([references.closedOf(tx, [row]), readsFor(tx, [row])]);
    const frozen = frozenBy(row, closed, tx.scope, hookData);
    if (frozen !== null) throw new AppError('invalid', frozen);
    return row;
  }

  /** Throws when the user may not change or remove this particular row. */
  async function requireChange(tx: Tx, verb: 'update' | 'remove', row: RowOf<R>): Promise<void> {
    if (!hooks.mayChange && !hooks.refusalOf) return;
    const hookData = await readsFor(tx, [row]);
    const word = verb === 'update' ? '修改' : '删除';
    if (hooks.mayChange?.(verb, row, tx.scope, hookData) === false)
      throw new AppError('denied', `您不能${word}这${resource.counter}${resource.label}`);
    const refusal = hooks.refusalOf?.(verb, row, tx.scope, hookData) ?? null;
    if (refusal !== null) throw new AppError('denied', refusal);
  }

  const serials = table.columns.filter(({ spec }) => spec.kind === 'serial');
  const withUniqueReported = createUniqueReport<RowOf<R>>(kit, {
    name: resource.name,
    call: 'resource.findByCode',
    fields: table.columns
      .filter(({ spec }) => spec.unique)
      .map(({ key, column, spec }) => ({
        key,
        label: spec.label,
        constraint: `${table.name}_${column}_key`,
        find: async (tx, value) => (await findRows(tx, table, { [column]: value }, { limit: 1 }))[0],
      })),
    present: presentOne,
  });

  const withoutMasks = (input: Values): Values =>
    Object.fromEntries(
      Object.entries(input).filter(([key, value]) => !(table.byKey.get(key)?.spec.encrypted && isMask(value))),
    );

  const rich = table.columns.filter(({ spec }) => spec.kind === 'rich');
  /** Removes elements from rich text that are not allowed (S40). */
  function sanitizeRichText(values: Values): Values {
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

  /** Lists changed fields for the audit. Classified values are masked (S28). */
  function changesOf(before: Values, after: Values): Change[] {
    return table.columns.flatMap(({ key, spec }) => {
      if (after[key] === undefined || isSame(before[key], after[key])) return [];
      const toAuditValue = (value: unknown) => {
        if (typeof value === 'string' && hooks.unlogged?.includes(key)) return '不记入日志';
        return spec.encrypted && typeof value === 'string' ? maskOf(value) : (value ?? null);
      };
      return [{ field: key, before: toAuditValue(before[key]), after: toAuditValue(after[key]) }];
    });
  }

  function completed(scope: Scope, input: Values): Values {
    const values = sanitizeRichText(withoutMasks(input));
    for (const { key, spec } of table.columns) {
      if (values[key] === undefined && spec.default !== undefined) values[key] = spec.default;
      if (spec.own) values[key] ??= scope.enterpriseId;
      if (spec.own && values[key] === null)
        throw invalid({ field: key, msg: spec.messages?.missing ?? `请选择${spec.label}` });
      if (spec.required && !spec.serverSet && values[key] === undefined)
        throw invalid({ field: key, msg: `请填写完整的${spec.label}` });
    }
    return values;
  }

  const stamp = (scope: Scope) => ({ updated_at: clock.now(), updated_by: scope.userId });

  async function prepareValues(tx: Tx, input: Input<R>): Promise<Values> {
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
    // After the insert, because access to a file depends on its row.
    for (const { id, values, enterpriseId } of added)
      await keepFiles(tx, fileFields, {}, values, enterpriseId ?? hooks.filesOf?.(id, values) ?? null);
    return added;
  }

  async function recordAddedRows(tx: Tx, added: readonly Added[], as: string): Promise<void> {
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
   * Inserts rows inside a transaction with one notification; returns their ids. `lent`: for each input, file values
   * that are stored unchanged, because another row owns the files.
   */
  async function addAll(
    tx: Tx,
    inputs: readonly Input<R>[],
    as = call('create'),
    give: GiveNumbers = numbersWithin,
    lent: readonly Values[] = [],
  ): Promise<string[]> {
    if (inputs.length === 0) return [];
    // Does all reads first, because an allocated number blocks all other callers of the tenant.
    const rows: Values[] = [];
    for (const input of inputs) rows.push(await prepareValues(tx, input));
    for (const { key, spec } of serials) {
      const numbers = await give(tx, spec.prefix ?? '', dayOf(clock.now()), rows.length);
      for (const [at, values] of rows.entries()) values[key] = numbers[at];
    }
    const added = await put(tx, rows, lent);
    await recordAddedRows(tx, added, as);
    const ids = added.map(({ id }) => id);
    await hooks.saved?.(tx, ids);
    return ids;
  }
  async function add(tx: Tx, input: Input<R>, as = call('create'), give?: GiveNumbers): Promise<string> {
    const [id = ''] = await addAll(tx, [input], as, give);
    return id;
  }

  async function change(tx: Tx, patch: Patch<R>): Promise<Saved> {
    const { id, version, ...changedValues } = patch as { id: string; version: number } & Values;
    const values = sanitizeRichText(withoutMasks(changedValues));
    const row = await lockRow(tx, id, version);
    await requireChange(tx, 'update', row);
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

  async function removeIn(tx: Tx, { id, version }: Removal): Promise<Saved> {
    const row = await lockRow(tx, id, version);
    await requireChange(tx, 'remove', row);
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
    withUniqueTold: withUniqueReported,
    changesOf,
    columnsOf,
    stamp,
    create: (scope: Scope, input: Input<R>): Promise<Saved> =>
      withUniqueReported(scope, input as Values, () =>
        db.scoped(scope, async (tx) => ({ id: await add(tx, input, undefined, hooks.numbers), version: 1 })),
      ),
    update(scope: Scope, patch: Patch<R>): Promise<Saved> {
      const values = withoutMasks(patch as Values);
      return withUniqueReported(scope, values, () => db.scoped(scope, (tx) => change(tx, patch)));
    },
    removeIn,
    remove: (scope: Scope, row: Removal): Promise<Saved> => db.scoped(scope, (tx) => removeIn(tx, row)),
  };
}
