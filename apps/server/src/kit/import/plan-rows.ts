// Plans the effect of an imported row: add, change, nothing, or a problem.
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
import { noteWritten, rowTexts } from './import-row-store.ts';
import { addProblem, type ReadRow } from './read-rows.ts';

export type Plan =
  | { readonly does: 'add'; readonly values: Values }
  | { readonly does: 'change'; readonly patch: Values & { id: string; version: number } }
  | { readonly does: 'nothing' };

export interface Saving {
  add(tx: Tx, values: Values): Promise<string>;
  change(tx: Tx, patch: Values): Promise<unknown>;
  /** Removes a row with a version check, as a user would. */
  remove(tx: Tx, row: { id: string; version: number }): Promise<unknown>;
  valuesOf(tx: Tx, row: StoredRow): Promise<Values>;
  /** Runs a write. A unique violation becomes an error at the field that caused it. */
  withUniqueReported<T>(scope: Scope, values: Values, work: () => Promise<T>): Promise<T>;
}

class DryRunRollback extends Error {}

const remedies: Readonly<Partial<Record<string, string>>> = {
  conflict: '请改正，或从文件中删除这一行',
  notFound: '请改正，或从文件中删除这一行',
  tooMany: '请一小时后重新上传这一行',
};

export function createRowPlanner<R>(
  table: Table,
  { db, clock, references }: Pick<Kit, 'db' | 'clock' | 'references'>,
  key: readonly string[],
  saving: Saving,
) {
  const keyed = key.flatMap((name) => table.byKey.get(name) ?? []);
  const plainKey = keyed.filter(({ spec }) => !spec.encrypted);
  const hiddenKey = keyed.filter(({ spec }) => spec.encrypted);

  async function resolve(tx: Tx, rows: readonly ReadRow[], columns: readonly ImportColumn[]): Promise<void> {
    for (const column of columns) {
      const { spec } = column;
      const named = references[spec.refersTo ?? '']?.named;
      if (!named) continue;
      const words = new Set(rows.map(({ values }) => values[column.key]).filter((word) => typeof word === 'string'));
      if (words.size === 0) continue;
      const rowsByWord = await named(tx, [...words]);
      for (const row of rows) {
        const word = row.values[column.key];
        if (typeof word !== 'string') continue;
        const [one, ...others] = rowsByWord.get(word) ?? [];
        delete row.values[column.key];
        if (one && others.length === 0) row.values[column.key] = one.id;
        else if (one)
          addProblem(
            row,
            column,
            `有 ${others.length + 1} 个“${word}”，不知道是哪一个`,
            '请在后面加上编号、代码或手机号，中间用空格隔开',
          );
        else
          addProblem(row, column, `没有“${word}”，或不在您的数据范围内`, `请核对${spec.label}，填写系统中的名称或代码`);
      }
    }
  }

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
    const current = await existing(tx, values);
    if (!current) return { does: 'add', values };
    const patch: Values = {};
    for (const column of columns) {
      const { key: name, spec } = column;
      const value = values[name];
      const before = current.stored[name];
      if (
        value === undefined ||
        isSame(value, before) ||
        (spec.encrypted && isSameHidden(column, current.stored, values))
      )
        continue;
      if (spec.immutable) addProblem(row, column, `${spec.label}不能修改`, '请改回原来的内容，或从文件中删除这一行');
      else patch[name] = value;
    }
    return Object.keys(patch).length === 0
      ? { does: 'nothing' }
      : { does: 'change', patch: { ...patch, id: current.row.id, version: current.row.version } };
  }

  async function write(tx: Tx, planned: Plan): Promise<string | null> {
    if (planned.does === 'add') return saving.add(tx, planned.values);
    if (planned.does === 'change') await saving.change(tx, planned.patch as Patch<R> & Values);
    return planned.does === 'change' ? planned.patch.id : null;
  }
  async function writeNoted(tx: Tx, planned: Plan, jobId: string): Promise<void> {
    const before = await rowTexts(tx, table.name, planned.does === 'change' ? [planned.patch.id] : []);
    const id = await write(tx, planned);
    if (id !== null) await noteWritten(tx, table.name, { jobId, ids: [id], before, now: clock.now() });
  }
  const changesOf = (planned: Plan): Values =>
    planned.does === 'add' ? planned.values : planned.does === 'change' ? planned.patch : {};

  /** Adds the fields of a refused save as problems of the row's cells. Rethrows other errors. */
  function addRefusalProblems(row: ReadRow, columns: readonly ImportColumn[], error: unknown): void {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
    const remedy = remedies[error.code] ?? '请改正后重新上传';
    const errors = (error.data as { errors?: { field: string; msg: string }[] } | null)?.errors ?? [];
    for (const { field, msg } of errors) {
      const column = columns.find(({ key: name }) => name === field);
      if (column) addProblem(row, column, msg, remedy);
    }
    if (row.problems.length === 0)
      row.problems.push({ row: row.no, column: '整行', value: '', cause: error.message, remedy });
  }

  return {
    resolve,
    plan,
    /** Writes a row in a shared transaction; a unique violation becomes a readable error. */
    writeTold: (tx: Tx, planned: Plan, jobId: string): Promise<void> =>
      saving.withUniqueReported(tx.scope, changesOf(planned), () => writeNoted(tx, planned, jobId)),
    tellRefusal: addRefusalProblems,
    /** Writes a row and rolls the transaction back. Returns what the write would do. */
    async tryOut(scope: Scope, row: ReadRow, columns: readonly ImportColumn[]): Promise<Plan['does'] | null> {
      let planned: Plan | null = null;
      try {
        planned = await db.read(scope, (tx) => plan(tx, row, columns));
        const doing = planned;
        if (row.problems.length > 0) return null;
        if (doing.does !== 'nothing')
          await saving.withUniqueReported(scope, changesOf(doing), () =>
            db.scoped(scope, async (tx) => {
              await write(tx, doing);
              throw new DryRunRollback();
            }),
          );
      } catch (error) {
        if (!(error instanceof DryRunRollback)) addRefusalProblems(row, columns, error);
      }
      return planned?.does ?? null;
    },
    /** Writes a row and runs `within` in the same transaction. */
    carryOut: (scope: Scope, planned: Plan, jobId: string, within: (tx: Tx) => Promise<void>): Promise<void> =>
      saving.withUniqueReported(scope, changesOf(planned), () =>
        db.scoped(scope, async (tx) => {
          await writeNoted(tx, planned, jobId);
          await within(tx);
        }),
      ),
  };
}

function isSameHidden({ key }: Pick<Column, 'key'>, stored: Values, inputValues: Values): boolean {
  const [before, value] = [stored[key], inputValues[key]];
  return isMask(value) && typeof before === 'string' ? maskOf(before) === value : isSame(before, value);
}
