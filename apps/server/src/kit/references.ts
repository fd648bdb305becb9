import { isSame } from '#kernel/changes.ts';
import { invalid, type FieldProblem } from '#kernel/errors.ts';
import type { Tx } from '#platform/db/index.ts';
import { memoInTx } from '#platform/db/memo-in-tx.ts';
import type { Kit, ReferencedRow } from './ports.ts';
import { valueOf, type Column, type StoredRow, type Table } from './table.ts';

export type Values = Record<string, unknown>;

export interface Resolved {
  /** Functions that look up a display name, by field; undefined when a field has no names. */
  readonly names: ReadonlyMap<string, (value: string) => string | null>;
  /** Whether the row's enterprise is closed. The row is then read-only. */
  readonly isClosed: (row: StoredRow) => boolean;
}

const isReference = ({ spec }: Column) => spec.kind === 'ref' || spec.kind === 'person';

export function createReferences(
  table: Pick<Table, 'name' | 'label' | 'columns'>,
  { dictionaries, references }: Pick<Kit, 'dictionaries' | 'references'>,
) {
  const pointing = table.columns.filter(isReference);
  const owner = pointing.find(({ spec }) => spec.own);
  const divisions = table.columns.filter(({ spec }) => spec.kind === 'region');
  const industries = table.columns.filter(({ spec }) => spec.kind === 'industry');

  function targetOf({ key, spec }: Column) {
    const target = references[spec.refersTo ?? ''];
    if (!target) throw new Error(`${table.name}.${key} refers to ${spec.refersTo}, which no module offers`);
    return target;
  }

  async function resolve(tx: Tx, rows: readonly StoredRow[]): Promise<Resolved> {
    const names = new Map<string, (value: string) => string | null>();
    let owners: ReadonlyMap<string, ReferencedRow> | undefined;
    for (const column of pointing) {
      const ids = new Set(rows.map((row) => valueOf(row, column)).filter((id) => typeof id === 'string'));
      const targets = await targetOf(column).read(tx, [...ids]);
      if (column === owner) owners = targets;
      names.set(column.key, (id) => targets.get(id)?.name ?? null);
    }
    for (const { key } of divisions) {
      const paths = await dictionaries.regionPaths();
      names.set(key, (code) => paths.get(code) ?? null);
    }
    for (const { key } of industries) {
      const industryNames = await dictionaries.industryNames();
      names.set(key, (code) => industryNames.get(code) ?? null);
    }
    return { names, isClosed: closedAmong(owners) };
  }
  const closedAmong = (owners: ReadonlyMap<string, ReferencedRow> | undefined) => (row: StoredRow) =>
    owner !== undefined && owners?.get(String(valueOf(row, owner)))?.closed === true;

  const offeredOnce = memoInTx((tx, type) => dictionaries.offered(tx, type, []));
  const held = new WeakMap<Tx, Map<string, ReferencedRow>>();
  /** Reads a referenced row and locks it against changes by others, once per transaction. */
  async function lockedOnce(tx: Tx, column: Column, id: string): Promise<ReferencedRow | undefined> {
    const lockedRows = held.get(tx) ?? new Map<string, ReferencedRow>();
    held.set(tx, lockedRows);
    const key = `${column.spec.refersTo} ${id}`;
    const target = lockedRows.get(key) ?? (await targetOf(column).lock(tx, [id])).get(id);
    if (target) lockedRows.set(key, target);
    return target;
  }

  async function problemOf(tx: Tx, column: Column, value: unknown, before: unknown): Promise<string | null> {
    const { spec } = column;
    if (spec.kind === 'region')
      return (await dictionaries.regionPaths()).has(String(value)) ? null : '没有这个行政区划，请从列表中选择';
    if (spec.kind === 'industry')
      return (await dictionaries.industryNames()).has(String(value)) ? null : '没有这个行业，请从列表中选择';
    if ((spec.kind === 'code' || spec.kind === 'codes') && spec.dictionary) {
      const [carried, selectedCodes] = [before ?? [], value].map((each) =>
        (Array.isArray(each) ? each : [each]).map(String),
      );
      const among = (offered: ReadonlySet<string>) => selectedCodes?.every((code) => offered.has(code)) === true;
      const isOffered =
        among(await offeredOnce(tx, spec.dictionary)) ||
        (carried?.length !== 0 && among(await dictionaries.offered(tx, spec.dictionary, carried)));
      return isOffered ? null : '不在字典中，请从列表中选择';
    }
    if (!isReference(column)) return null;
    // Checks that the referenced row is visible, because a foreign key bypasses row security (S25).
    const target = await lockedOnce(tx, column, String(value));
    if (!target) return spec.messages?.unknown ?? `没有这个${spec.label}，请重新选择`;
    if (!target.closed) return null;
    return spec.own ? `已注销的企业不能新增${table.label}` : `${spec.label}已停用，请重新选择`;
  }

  return {
    resolve,
    closedOf: async (tx: Tx, rows: readonly StoredRow[]): Promise<Pick<Resolved, 'isClosed'>> => ({
      isClosed: closedAmong(
        owner &&
          (await targetOf(owner).read(tx, [
            ...new Set(rows.map((row) => valueOf(row, owner)).filter((id) => typeof id === 'string')),
          ])),
      ),
    }),
    /** Checks changed codes and references. Throws when one is disabled or not visible. */
    async check(tx: Tx, values: Values, before: Values = {}): Promise<void> {
      const named = table.columns.filter(({ key }) => {
        const value = values[key];
        return value !== undefined && value !== null && !isSame(value, before[key]);
      });
      // Starts all queries in field order without waiting, so that they are pipelined.
      const problems = await Promise.all(
        named.map((column) => problemOf(tx, column, values[column.key], before[column.key])),
      );
      const [first, ...rest] = named.flatMap(({ key: field }, at): FieldProblem[] => {
        const msg = problems[at] ?? null;
        return msg === null ? [] : [{ field, msg }];
      });
      if (first) throw invalid(first, ...rest);
    },
  };
}

export { isSame };
