import {
  enterpriseExportColumns as columns,
  type EnterpriseExportColumn,
} from '@anlan/contract/modules/enterprise/export-columns';
import type { Field, FieldSpec } from '@anlan/contract/kit/field';
import { snakeCase } from '@anlan/contract/kit/resource';
import { enterpriseFieldSpecs } from '@anlan/contract/modules/enterprise/fields';
import { enterpriseFilterFields } from '@anlan/contract/modules/enterprise/filter';
import type { CellForm, ColumnKind, SheetColumn, WordTables } from '#platform/sheets/index.ts';
import type { ListFilter } from '../rules.ts';

const fields = new Map<string, FieldSpec>(
  Object.entries<Field>(enterpriseFieldSpecs).map(([name, { spec }]) => [name, spec]),
);
// Columns with the name of a code or person, and the field that has the code.
const codeOf: Partial<Record<string, string>> = {
  regionName: 'regionCode',
  industryName: 'industryCode',
  officerName: 'officerId',
};
const fieldOf = (column: EnterpriseExportColumn): string => codeOf[column] ?? column;
const tables: Readonly<Record<string, string>> = { region: 'regions', industry: 'industries', person: 'officers' };
/** The table with the names of the codes of a field. */
const tableOf = ({ kind, dictionary }: FieldSpec): string => tables[kind] ?? dictionary ?? '';

const kindOf = (column: string): ColumnKind => {
  const kind = fields.get(column)?.kind;
  return kind === 'integer' || kind === 'day' || kind === 'instant' ? kind : 'text';
};

// Classified values are masked for every user.
function formOf(column: EnterpriseExportColumn): CellForm {
  const field = fields.get(fieldOf(column));
  if (field === undefined) return { as: 'text' };
  const table = tableOf(field);
  if (codeOf[column]) return { as: 'word', table, unknown: 'empty' };
  if (field.encrypted) return { as: 'phone' };
  if (field.kind === 'instant') return { as: 'instant' };
  if (field.kind === 'codes') return { as: 'words', table };
  return table === '' ? { as: 'text' } : { as: 'word', table, unknown: 'code' };
}
const textFilters: Readonly<Record<string, FieldSpec>> = {
  keyword: { kind: 'text', label: '关键字' },
  regionOnly: { kind: 'region', label: '仅本级' },
};
const filters = new Map<string, FieldSpec>(
  Object.entries<Field>(enterpriseFilterFields).map(([name, { spec }]) => [name, spec]),
);

function wordOf(spec: FieldSpec, value: unknown, words: WordTables): string {
  const code = String(value);
  return words.get(tableOf(spec))?.get(code) ?? spec.words?.[code] ?? (spec.kind === 'integer' ? `${code} 天内` : code);
}

/** The filter as text, for the first line of the sheet. */
export const filterText = (filter: ListFilter, words: WordTables): string =>
  Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const spec = filters.get(name) ?? textFilters[name] ?? { kind: 'text', label: name };
      const values = (Array.isArray(value) ? value : [value]).map((one) => wordOf(spec, one, words));
      return `${fields.get(name)?.label ?? spec.label}：${values.join('、')}`;
    })
    .join('；');

export const exportDictionaries: ReadonlySet<string> = new Set(
  [...columns.flatMap((column) => fields.get(column) ?? []), ...filters.values()].flatMap(
    ({ dictionary }) => dictionary ?? [],
  ),
);

const lookOf = (column: EnterpriseExportColumn): SheetColumn => ({
  heading: `${fields.get(fieldOf(column))?.label ?? column}${fields.get(column)?.unit === '%' ? '（%）' : ''}`,
  kind: kindOf(column),
  width: column === 'name' || column.endsWith('Address') ? 36 : column === 'creditCode' ? 24 : 16,
});
const heads: readonly EnterpriseExportColumn[] = ['name', 'creditCode'];

/** The columns of the sheet: the name columns, then the requested columns (default: all). */
export function sheetOf(requestedColumns: readonly EnterpriseExportColumn[] | undefined) {
  const sheetColumns = requestedColumns === undefined ? columns : [...new Set([...heads, ...requestedColumns])];
  return {
    sources: sheetColumns.map((column) => snakeCase(fieldOf(column))),
    forms: sheetColumns.map(formOf),
    columns: sheetColumns.map(lookOf),
  };
}
export type Sheet = ReturnType<typeof sheetOf>;
