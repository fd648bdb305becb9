// The list of a declared resource as .xlsx.
import { isStructured } from '@anlan/contract/kit/field-kind';
import type { StoredFile } from '@anlan/contract/kit/field';
import { formatInstant } from '@anlan/contract/domain/instant';
import type { PageInput, Sort } from '@anlan/contract/domain/paging';
import type { ExportSelection } from '@anlan/contract/kit/calls';
import type { Listing } from '@anlan/contract/kit/listing';
import { nameKey, type Filter, type Row, type Sort as SortOf } from '@anlan/contract/kit/resource';
import type { Tx } from '#platform/db/index.ts';
import type { ColumnKind, OutgoingCell } from '#platform/sheets/index.ts';
import { maskOf } from './encryption.ts';
import { createListExport, type ListWords } from './list-file.ts';
import { orderedIds, type FilterValues, type Listed } from './list-store.ts';
import type { Kit } from './ports.ts';
import type { Values } from './references.ts';
import { findRows } from './row-store.ts';
import type { AnyResource, Column, RowOf } from './table.ts';

type Named = Pick<Column, 'key' | 'spec'>;
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
const widthOf = ({ spec }: Named) => widths[spec.kind] ?? Math.min(36, Math.max(12, (spec.max ?? 0) / 2));
const headingOf = ({ spec }: Named) => (spec.unit && spec.unit !== '°' ? `${spec.label}（${spec.unit}）` : spec.label);

function cellOf({ key, spec }: Named, row: Values, labels: Labels): OutgoingCell {
  const value = row[key];
  if (value === null || value === undefined) return null;
  // Exports mask the value for all users, also for those who see it in full on screen.
  if (spec.encrypted) return maskOf(String(value));
  const labelOf = (code: unknown) => {
    const outside = spec.codes?.[String(code)] ?? String(code);
    return spec.words?.[outside] ?? labels.get(spec.dictionary ?? '')?.get(outside) ?? outside;
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

const sheetColumn = (column: Named) => ({
  heading: headingOf(column),
  kind: kinds[column.spec.kind] ?? ('text' as const),
  width: widthOf(column),
});

/** Exports rows of a listing that the module reads whole. Fields with a dictionary are not supported. */
export const createListingExport = <
  A extends { readonly filter: { readonly columns?: readonly string[] | undefined } },
>(
  kit: Parameters<typeof createListExport>[0],
  { label, counter, fields, exportColumns = [] }: Pick<Listing, 'label' | 'counter' | 'fields' | 'exportColumns'>,
  call: Pick<ListWords, 'name' | 'verb' | 'objectType'>,
  read: (tx: Tx, asked: A, most: number) => Promise<{ rows: readonly (object & { id: string })[]; narrowedBy: string }>,
) =>
  createListExport(kit, { ...call, title: `${label}清单`, sheet: label, counter }, async (tx, asked: A, most) => {
    const { rows, narrowedBy } = await read(tx, asked, most);
    const wanted = asked.filter.columns;
    const columns = Object.entries(fields)
      .filter(([key]) => !exportColumns.includes(key) || (wanted?.includes(key) ?? true))
      .map(([key, { spec }]) => ({ key, spec }));
    const byId = new Map(rows.map((row) => [row.id, columns.map((column) => cellOf(column, { ...row }, new Map()))]));
    return {
      ids: [...byId.keys()],
      narrowedBy,
      columns: columns.map(sheetColumn),
      read: async (_tx, ids) => ids.flatMap((id) => [byId.get(id) ?? []]),
    };
  });

export function createExport<R>(
  resource: AnyResource,
  listed: Listed<R>,
  kit: Kit,
  present: (tx: Tx, rows: readonly RowOf<R>[]) => Promise<Row<R>[]>,
) {
  const { dictionaries, references } = kit;
  const { table } = listed;
  const isHead = ({ key }: Column) => key === resource.title || key === resource.subtitle;
  const rest = table.columns.filter(
    (column) => !isHead(column) && !isStructured(column.spec.kind) && !column.spec.whole,
  );
  const all = [...[resource.subtitle, resource.title].flatMap((key) => table.byKey.get(key ?? '') ?? []), ...rest];
  const selectedColumns = (keys: readonly string[] | undefined): Column[] =>
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

  async function read(tx: Tx, ids: readonly string[], columns: readonly Column[], labels: Labels) {
    const storedRows = await findRows(tx, table, { id: ids }, { limit: ids.length });
    const byId = new Map(storedRows.map((row) => [row.id, row]));
    const inOrder = ids.flatMap((id) => byId.get(id) ?? []);
    return ((await present(tx, inOrder)) as Values[]).map((row) => [
      ...columns.map((column) => cellOf(column, row, labels)),
      formatInstant(row['updatedAt'] as Date),
    ]);
  }

  const { name, label, counter } = resource;
  return {
    export: createListExport(
      kit,
      { name, title: `${label}清单`, sheet: label, counter },
      async (tx, { filter, sort }: PageInput<Filter<R> & ExportSelection, SortOf<R> & string>, most) => {
        const columns = selectedColumns(filter.columns);
        const narrowedBy = filter as FilterValues;
        const ids = await orderedIds(tx, listed, narrowedBy, sort as Sort[], most, filter.rowIds);
        const labels = await readLabels(tx);
        const words = [filter.rowIds ? '所选' : '', await describe(tx, narrowedBy, labels)];
        return {
          ids,
          narrowedBy: words.filter(Boolean).join('；'),
          columns: [...columns.map(sheetColumn), { heading: '更新时间', kind: 'text' as const, width: 20 }],
          read: (inTx, some) => read(inTx, some, columns, labels),
        };
      },
    ),
  };
}
