// The filtered list as .xlsx, streamed: ids are settled first, rows are read in short transactions (decision 0019).
import type { StoredFile } from '@anlan/contract/kit/field';
import { dayOf, formatInstant } from '@anlan/contract/domain/instant';
import type { PageInput, Sort } from '@anlan/contract/domain/paging';
import type { Taken } from '@anlan/contract/kit/calls';
import { nameKey, type Filter, type Row, type Sort as SortOf } from '@anlan/contract/kit/resource';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { writeWorkbook, type ColumnKind, type OutgoingCell } from '#platform/sheets/index.ts';
import { definitionLine } from './definition-line.ts';
import { maskOf } from './encryption.ts';
import { orderedIds, type FilterValues, type Listed } from './list-store.ts';
import type { Kit } from './ports.ts';
import type { Values } from './references.ts';
import { findRows } from './row-store.ts';
import type { AnyResource, Column, StoredRow } from './table.ts';

const batchRows = 500;
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Labels of codes, by dictionary. */
type Labels = ReadonlyMap<string, ReadonlyMap<string, string>>;

const kinds: Readonly<Record<string, ColumnKind>> = { integer: 'integer', day: 'day', instant: 'instant' };
const widths: Readonly<Record<string, number>> = {
  prose: 48,
  region: 28,
  ref: 32,
  instant: 20,
  phone: 16,
  creditCode: 24,
};
const widthOf = ({ spec }: Column) => widths[spec.kind] ?? Math.min(36, Math.max(12, (spec.max ?? 0) / 2));
const headingOf = ({ spec }: Column) => (spec.unit && spec.unit !== '°' ? `${spec.label}（${spec.unit}）` : spec.label);

function cellOf({ key, spec }: Column, row: Values, labels: Labels): OutgoingCell {
  const value = row[key];
  if (value === null || value === undefined) return null;
  // What leaves in a file is masked for everybody, whoever sees it whole on the screen.
  if (spec.encrypted) return maskOf(String(value));
  const labelOf = (code: unknown) => {
    const outside = spec.codes?.[String(code)] ?? String(code);
    return labels.get(spec.dictionary ?? '')?.get(outside) ?? outside;
  };
  switch (spec.kind) {
    case 'ref':
    case 'person':
    case 'region':
    case 'industry': {
      const name = row[nameKey(key)];
      return typeof name === 'string' ? name : String(value);
    }
    case 'code':
    case 'oneOf':
      return labelOf(value);
    case 'codes':
      return (value as string[]).map(labelOf).join('；');
    case 'boolean':
      return value === true ? '是' : '否';
    case 'money':
      return (Number(value) / 100).toFixed(2);
    case 'files':
      return (value as StoredFile[]).map(({ name }) => name).join('；');
    case 'integer':
      return Number(value);
    case 'instant':
      return value instanceof Date ? formatInstant(value) : null;
    case 'decimal':
      return String(value);
    default:
      return typeof value === 'string' ? value : JSON.stringify(value);
  }
}

/** Opens the export of a resource's list. */
export function createExport<R>(
  resource: AnyResource,
  listed: Listed,
  { db, clock, audit, dictionaries, references }: Kit,
  present: (tx: Tx, rows: readonly StoredRow[]) => Promise<Row<R>[]>,
) {
  const { table } = listed;
  const isHead = ({ key }: Column) => key === resource.title || key === resource.subtitle;
  const rest = table.columns.filter((column) => !isHead(column) && column.spec.kind !== 'json' && !column.spec.whole);
  const all = [...[resource.subtitle, resource.title].flatMap((key) => table.byKey.get(key ?? '') ?? []), ...rest];
  /** The columns that were asked for, after what names a row. */
  const chosen = (keys: readonly string[] | undefined): Column[] =>
    keys === undefined
      ? all
      : [...all.filter(isHead), ...keys.flatMap((key) => rest.find((column) => column.key === key) ?? [])];

  async function readLabels(tx: Tx): Promise<Labels> {
    const names = new Set(all.flatMap(({ spec }) => spec.dictionary ?? []));
    const labels = new Map<string, ReadonlyMap<string, string>>();
    for (const name of names)
      labels.set(name, new Map((await dictionaries.itemsOf(tx, name)).map(({ value, label }) => [value, label])));
    return labels;
  }

  /** What the list was narrowed by, in the words of the screen. */
  async function describe(tx: Tx, filter: FilterValues, labels: Labels): Promise<string> {
    const paths = await dictionaries.regionPaths();
    const parts: string[] = [];
    const tell = (label: string, value: unknown) => {
      if (value !== undefined && value !== '') parts.push(`${label}：${String(value)}`);
    };
    tell('关键字', filter['keyword']);
    for (const { key, spec } of table.columns.filter((column) => column.spec.filter)) {
      const label = spec.short ?? spec.label;
      tell(`${label}从`, filter[`${key}From`]);
      tell(`${label}到`, filter[`${key}To`]);
      const value = filter[key];
      if (value === undefined) continue;
      const values = (Array.isArray(value) ? value : [value]).map(String);
      const names = await references[spec.refersTo ?? '']?.read(tx, values);
      const wordOf = (one: string) =>
        names?.get(one)?.name ??
        (spec.kind === 'region' ? paths.get(one) : undefined) ??
        labels.get(spec.dictionary ?? '')?.get(spec.codes?.[one] ?? one) ??
        one;
      tell(label, values.map(wordOf).join('、'));
    }
    return parts.join('；');
  }

  async function* batches(
    scope: Scope,
    ids: readonly string[],
    columns: readonly Column[],
    labels: Labels,
  ): AsyncGenerator<OutgoingCell[][]> {
    for (let from = 0; from < ids.length; from += batchRows) {
      const batch = ids.slice(from, from + batchRows);
      yield await db.scoped(
        scope,
        async (tx) => {
          const found = await findRows(tx, table, { id: batch }, { limit: batchRows });
          const byId = new Map(found.map((row) => [row.id, row]));
          const rows = await present(
            tx,
            batch.flatMap((id) => byId.get(id) ?? []),
          );
          return (rows as unknown as Values[]).map((row) => [
            ...columns.map((column) => cellOf(column, row, labels)),
            formatInstant(row['updatedAt'] as Date),
          ]);
        },
        { readOnly: true },
      );
    }
  }

  return {
    /** The filtered list as .xlsx; its first line says who took it, when, how many rows and by which filter. */
    async export(scope: Scope, { filter, sort }: PageInput<Filter<R> & Taken, SortOf<R> & string>) {
      const now = clock.now();
      const columns = chosen(filter.columns);
      const { ids, labels, asked } = await db.scoped(scope, async (tx) => {
        const narrowedBy = filter as FilterValues;
        const found = await orderedIds(tx, listed, narrowedBy, sort as Sort[], limits.export.rows + 1, filter.rowIds);
        if (found.length > limits.export.rows)
          throw new AppError('invalid', `结果超过 ${limits.export.rows} 条，请缩小筛选范围后再导出`);
        const known = await readLabels(tx);
        const words = [filter.rowIds ? '所选' : '', await describe(tx, narrowedBy, known)].filter(Boolean).join('；');
        const note = `${found.length} 行；${words}`.slice(0, 500);
        await audit.record(tx, {
          call: `${resource.name}.export`,
          objectType: resource.name,
          taken: found.length,
          note,
        });
        return { ids: found, labels: known, asked: words };
      });
      const { counter } = resource;
      const title = `${resource.label}清单`;
      const body = writeWorkbook([
        {
          name: resource.label,
          note: definitionLine({
            title,
            count: ids.length,
            counter,
            narrowedBy: asked,
            at: now,
            by: scope.userName,
          }),
          columns: [
            ...columns.map((column) => ({
              heading: headingOf(column),
              kind: kinds[column.spec.kind] ?? ('text' as const),
              width: widthOf(column),
            })),
            { heading: '更新时间', kind: 'text' as const, width: 20 },
          ],
          rows: batches(scope, ids, columns, labels),
        },
      ]);
      return { name: `${title}-${dayOf(now)}.xlsx`, type: xlsx, body };
    },
  };
}
