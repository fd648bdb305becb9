import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import {
  enterpriseExportColumns as columns,
  type EnterpriseExportColumn,
} from '@anlan/contract/modules/enterprise/export-columns';
import type { Field, FieldSpec } from '@anlan/contract/kit/field';
import { enterpriseFieldSpecs } from '@anlan/contract/modules/enterprise/fields';
import type { CellForm, ColumnKind, SheetColumn, WordTables } from '#platform/sheets/index.ts';
import type { Names } from '../present.ts';
import { classified, type ListFilter } from '../rules.ts';

const named: Partial<Record<keyof Enterprise, string>> = {
  regionName: '行政区划',
  industryName: '行业',
  officerName: '监管责任人',
};
const fields = new Map<string, FieldSpec>(
  Object.entries<Field>(enterpriseFieldSpecs).map(([name, { spec }]) => [name, spec]),
);

const kindOf = (column: string): ColumnKind => {
  const kind = fields.get(column)?.kind;
  return kind === 'integer' || kind === 'day' || kind === 'instant' ? kind : 'text';
};

const sources: Partial<Record<keyof Enterprise, string>> = {
  regionName: 'region_code',
  industryName: 'industry_code',
  officerName: 'officer_id',
};
// The table column of an export column.
const sourceOf = (column: EnterpriseExportColumn): string =>
  sources[column] ?? column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const masked = new Set<string>(classified);
const namesOf: Partial<Record<keyof Enterprise, keyof Names>> = {
  regionName: 'regions',
  industryName: 'industries',
  officerName: 'officers',
};

// Classified values are masked for every user.
function formOf(column: EnterpriseExportColumn): CellForm {
  const table = namesOf[column];
  if (table !== undefined) return { as: 'word', table, unknown: 'empty' };
  if (masked.has(column)) return { as: 'phone' };
  const field = fields.get(column);
  if (field?.kind === 'instant') return { as: 'instant' };
  if (field?.kind === 'codes') return { as: 'words', table: column };
  return field?.dictionary === undefined ? { as: 'text' } : { as: 'word', table: column, unknown: 'code' };
}
const filterNames: Record<string, string> = {
  keyword: '关键字',
  standardGrade: '标准化等级',
  hazardFeature: '危险特征',
  label: '企业标签',
  officerId: '监管责任人',
  regionOnly: '仅本级',
  expiring: '到期',
  activatedFrom: '启用日期起',
  activatedTo: '启用日期止',
  activatedBy: '启用方式',
  perfect: '档案完善',
  signedIn: '已入驻',
  located: '有坐标',
  inspectedFrom: '监管检查日期起',
  inspectedTo: '监管检查日期止',
  scored: '有安全分',
};
const tablesOf: Record<string, string> = {
  standardGrade: 'standardLevel',
  hazardFeature: 'hazardFeatures',
  label: 'labels',
  regionCode: 'regions',
  regionOnly: 'regions',
  industryCode: 'industries',
  officerId: 'officers',
};
const ways: Record<string, string> = { decision: '逐家启用', import: '随导入启用' };

function wordOf(name: string, value: unknown, words: WordTables): string {
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (name === 'expiring') return value === 0 ? '已过期或今天到期' : `${String(value)} 天内`;
  const code = String(value);
  return words.get(tablesOf[name] ?? name)?.get(code) ?? ways[code] ?? code;
}

/** The filter as text, for the first line of the sheet. */
export const filterText = (filter: ListFilter, words: WordTables): string =>
  Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const values = (Array.isArray(value) ? value : [value]).map((one) => wordOf(name, one, words));
      return `${filterNames[name] ?? fields.get(name)?.label ?? name}：${values.join('、')}`;
    })
    .join('；');

export const dictionaryOf = (column: string): string | undefined => fields.get(column)?.dictionary;

const lookOf = (column: EnterpriseExportColumn): SheetColumn => ({
  heading: `${named[column] ?? fields.get(column)?.label ?? column}${fields.get(column)?.unit === '%' ? '（%）' : ''}`,
  kind: kindOf(column),
  width: column === 'name' || column.endsWith('Address') ? 36 : column === 'creditCode' ? 24 : 16,
});
const heads: readonly EnterpriseExportColumn[] = ['name', 'creditCode'];

/** The columns of the sheet: the name columns, then the requested columns (default: all). */
export function sheetOf(requestedColumns: readonly EnterpriseExportColumn[] | undefined) {
  const sheetColumns = requestedColumns === undefined ? columns : [...new Set([...heads, ...requestedColumns])];
  return { sources: sheetColumns.map(sourceOf), forms: sheetColumns.map(formOf), columns: sheetColumns.map(lookOf) };
}
export type Sheet = ReturnType<typeof sheetOf>;
