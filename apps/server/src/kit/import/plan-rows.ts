// What a row that was read would do to the table: make a row, change one, or nothing; or what stands in its way.
import type { Patch } from '@anlan/contract/kit/resource';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { isMask, maskOf } from '../encryption.ts';
import type { Kit } from '../ports.ts';
import { isSame, type Values } from '../references.ts';
import { findRows } from '../row-store.ts';
import { toColumn, type Column, type StoredRow, type Table } from '../table.ts';
import type { ImportColumn } from './columns.ts';
import { noteWritten, rowText } from './written-store.ts';
import { tell, type ReadRow } from './read-rows.ts';

/** What a row would do. */
export type Plan =
  | { readonly does: 'add'; readonly values: Values }
  | { readonly does: 'change'; readonly patch: Values & { id: string; version: number } }
  | { readonly does: 'nothing' };

/** The engine that saves rows, as far as an import depends on it. */
export interface Saving {
  /** Adds a row; answers its id. */
  add(tx: Tx, values: Values): Promise<string>;
  change(tx: Tx, patch: Values): Promise<unknown>;
  /** Removes a row that has a version, as a person would. */
  remove(tx: Tx, row: { id: string; version: number }): Promise<unknown>;
  valuesOf(tx: Tx, row: StoredRow): Promise<Values>;
  /** Does a write of these values; a unique value that another row has is told at its field. */
  withUniqueTold<T>(scope: Scope, values: Values, work: () => Promise<T>): Promise<T>;
}

/** Thrown so that nothing of a dry run stands. */
class Undone extends Error {}

const remedies: Readonly<Partial<Record<string, string>>> = {
  conflict: '请改正，或从文件中删除这一行',
  notFound: '请改正，或从文件中删除这一行',
  tooMany: '请一小时后重新上传这一行',
};

/** Makes what plans and carries out rows of an import. */
export function createRowPlanner<R>(
  table: Table,
  { db, clock, references }: Pick<Kit, 'db' | 'clock' | 'references'>,
  key: readonly string[],
  saving: Saving,
) {
  const keyed = key.flatMap((name) => table.byKey.get(name) ?? []);
  const plainKey = keyed.filter(({ spec }) => !spec.encrypted);
  const hiddenKey = keyed.filter(({ spec }) => spec.encrypted);

  /** Puts ids in the place of what was written of other rows; many words are looked up at once. */
  async function resolve(tx: Tx, rows: readonly ReadRow[], columns: readonly ImportColumn[]): Promise<void> {
    for (const column of columns) {
      const { spec } = column;
      const named = references[spec.refersTo ?? '']?.named;
      if (!named) continue;
      const words = new Set(rows.map(({ values }) => values[column.key]).filter((word) => typeof word === 'string'));
      if (words.size === 0) continue;
      const found = await named(tx, [...words]);
      for (const row of rows) {
        const word = row.values[column.key];
        if (typeof word !== 'string') continue;
        const [one, ...others] = found.get(word) ?? [];
        delete row.values[column.key];
        if (one && others.length === 0) row.values[column.key] = one.id;
        else if (one)
          tell(
            row,
            column,
            `有 ${others.length + 1} 个“${word}”，不知道是哪一个`,
            '请在后面加上编号、代码或手机号，中间用空格隔开',
          );
        else tell(row, column, `没有“${word}”，或不在您的数据范围内`, `请核对${spec.label}，填写系统中的名称或代码`);
      }
    }
  }

  /** The row visible that an imported one is about. */
  async function existing(tx: Tx, values: Values): Promise<{ row: StoredRow; stored: Values } | null> {
    if (keyed.length === 0 || keyed.some((column) => values[column.key] === undefined)) return null;
    const equals = Object.fromEntries(plainKey.map((column) => [column.column, toColumn(column, values[column.key])]));
    for (const row of await findRows(tx, table, equals, { limit: 50 })) {
      const stored = await saving.valuesOf(tx, row);
      if (hiddenKey.every((column) => isSameHidden(column, stored, values))) return { row, stored };
    }
    return null;
  }

  async function plan(tx: Tx, row: ReadRow, columns: readonly ImportColumn[]): Promise<Plan> {
    const values: Values = { ...row.values };
    for (const { key: name, spec } of table.columns)
      if (spec.own && values[name] === undefined && tx.scope.enterpriseId !== null)
        values[name] = tx.scope.enterpriseId;
    const known = await existing(tx, values);
    if (!known) return { does: 'add', values };
    const patch: Values = {};
    for (const column of columns) {
      const { key: name, spec } = column;
      const value = values[name];
      const before = known.stored[name];
      if (
        value === undefined ||
        isSame(value, before) ||
        (spec.encrypted && isSameHidden(column, known.stored, values))
      )
        continue;
      if (spec.immutable) tell(row, column, `${spec.label}不能修改`, '请改回原来的内容，或从文件中删除这一行');
      else patch[name] = value;
    }
    return Object.keys(patch).length === 0
      ? { does: 'nothing' }
      : { does: 'change', patch: { ...patch, id: known.row.id, version: known.row.version } };
  }

  async function write(tx: Tx, planned: Plan): Promise<string | null> {
    if (planned.does === 'add') return saving.add(tx, planned.values);
    if (planned.does === 'change') await saving.change(tx, planned.patch as Patch<R> & Values);
    return planned.does === 'change' ? planned.patch.id : null;
  }
  /** Writes a row for good, and notes what is needed to take it back. */
  async function writeNoted(tx: Tx, planned: Plan, jobId: string): Promise<void> {
    const before = planned.does === 'change' ? await rowText(tx, table, planned.patch.id) : null;
    const id = await write(tx, planned);
    if (id !== null) await noteWritten(tx, table, { jobId, id, before, now: clock.now() });
  }
  const changesOf = (planned: Plan): Values =>
    planned.does === 'add' ? planned.values : planned.does === 'change' ? planned.patch : {};

  /** Puts a refusal of the engine at its cells; what is no refusal goes on. */
  function tellRefusal(row: ReadRow, columns: readonly ImportColumn[], error: unknown): void {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
    const remedy = remedies[error.code] ?? '请改正后重新上传';
    const errors = (error.data as { errors?: { field: string; msg: string }[] } | null)?.errors ?? [];
    for (const { field, msg } of errors) {
      const column = columns.find(({ key: name }) => name === field);
      if (column) tell(row, column, msg, remedy);
    }
    if (row.problems.length === 0)
      row.problems.push({ row: row.no, column: '整行', value: '', cause: error.message, remedy });
  }

  return {
    resolve,
    plan,
    /** Writes a row in a transaction that others share; a unique value that another row has ends it in words. */
    writeTold: (tx: Tx, planned: Plan, jobId: string): Promise<void> =>
      saving.withUniqueTold(tx.scope, changesOf(planned), () => writeNoted(tx, planned, jobId)),
    tellRefusal,
    /** Does a row as it would be done, in a transaction of which nothing stands; answers what it would do. */
    async tryOut(scope: Scope, row: ReadRow, columns: readonly ImportColumn[]): Promise<Plan['does'] | null> {
      let planned: Plan | null = null;
      try {
        planned = await db.scoped(scope, (tx) => plan(tx, row, columns), { readOnly: true });
        const doing = planned;
        if (row.problems.length > 0) return null;
        if (doing.does !== 'nothing')
          await saving.withUniqueTold(scope, changesOf(doing), () =>
            db.scoped(scope, async (tx) => {
              await write(tx, doing);
              throw new Undone();
            }),
          );
      } catch (error) {
        if (!(error instanceof Undone)) tellRefusal(row, columns, error);
      }
      return planned?.does ?? null;
    },
    /** Does a row for good, with what the caller has to say in the same transaction. */
    carryOut: (scope: Scope, planned: Plan, jobId: string, within: (tx: Tx) => Promise<void>): Promise<void> =>
      saving.withUniqueTold(scope, changesOf(planned), () =>
        db.scoped(scope, async (tx) => {
          await writeNoted(tx, planned, jobId);
          await within(tx);
        }),
      ),
  };
}

/** Whether a classified value is the one that is kept, or the mask that is shown of it. */
function isSameHidden({ key }: Pick<Column, 'key'>, stored: Values, given: Values): boolean {
  const [before, value] = [stored[key], given[key]];
  return isMask(value) && typeof before === 'string' ? maskOf(before) === value : isSame(before, value);
}
