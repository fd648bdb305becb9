import {
  enterpriseExportColumns as columns,
  type EnterpriseExportColumn,
} from '@anlan/contract/modules/enterprise/export-columns';
import type { Field, FieldSpec } from '@anlan/contract/kit/field';
import { snakeCase } from '@anlan/contract/kit/resource';
import { enterpriseFieldSpecs } from '@anlan/contract/modules/enterprise/fields';
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

const kindOf = (column: string): ColumnKind => {
  const kind = fields.get(column)?.kind;
  return kind === 'integer' || kind === 'day' || kind === 'instant' ? kind : 'text';
};

// Classified values are masked for every user.
function formOf(column: EnterpriseExportColumn): CellForm {
  if (codeOf[column]) return { as: 'word', table: tablesOf[fieldOf(column)] ?? column, unknown: 'empty' };
  const field = fields.get(column);
  if (field?.encrypted) return { as: 'phone' };
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
  colorCause: '颜色原因',
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
