import type { Enterprise } from '@anlan/contract/domain/enterprise';
import { enterpriseFieldRows, type EnterpriseField } from '@anlan/contract/domain/enterprise-fields';
import type { CellForm, ColumnKind, SheetColumn, WordTables } from '#platform/sheets/index.ts';
import type { Names } from '../present.ts';
import { classified, type ListFilter } from '../rules.ts';

// What a regulator takes along: who, where, what, whose turn, what runs out; the file itself stays in the house.
export const columns: readonly (keyof Enterprise)[] = [
  'name',
  'creditCode',
  'enterpriseCode',
  'status',
  'color',
  'healthScore',
  'supervisionKind',
  'regionName',
  'registeredAddress',
  'businessAddress',
  'industryName',
  'enterpriseSize',
  'headcount',
  'legalPerson',
  'headName',
  'headPhone',
  'safetyManagerName',
  'safetyManagerPhone',
  'officerName',
  'standardLevel',
  'hazardFeatures',
  'labels',
  'licenceTo',
  'standardTo',
  'policyTo',
  'transportLicenceTo',
  'profileRate',
  'dossierRate',
  'joinedAt',
  'activatedAt',
  'updatedAt',
];
const named: Partial<Record<keyof Enterprise, string>> = {
  regionName: '行政区划',
  industryName: '行业',
  officerName: '监管责任人',
};
const fields = new Map<string, EnterpriseField>(enterpriseFieldRows.map((field) => [field.name, field]));

const kindOf = (column: string): ColumnKind => {
  const type = fields.get(column)?.type;
  return type === 'integer' ? 'integer' : type === 'day' ? 'day' : type === 'instant' ? 'instant' : 'text';
};

const sources: Partial<Record<keyof Enterprise, string>> = {
  regionName: 'region_code',
  industryName: 'industry_code',
  officerName: 'officer_id',
};
/** The table's column behind each column of the sheet. */
export const sourceColumns: readonly string[] = columns.map(
  (column) => sources[column] ?? column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);
const masked = new Set<string>(classified);
const namesOf: Partial<Record<keyof Enterprise, keyof Names>> = {
  regionName: 'regions',
  industryName: 'industries',
  officerName: 'officers',
};

function formOf(column: keyof Enterprise): CellForm {
  const table = namesOf[column];
  if (table !== undefined) return { as: 'word', table, unknown: 'empty' };
  if (masked.has(column)) return { as: 'phone' };
  const field = fields.get(column);
  if (field?.type === 'instant') return { as: 'instant' };
  if (field?.list) return { as: 'words', table: column };
  return field?.dictionary === undefined ? { as: 'text' } : { as: 'word', table: column, unknown: 'code' };
}
/** How each column's value becomes its cell; classified values are masked, whoever exports. */
export const cellForms: readonly CellForm[] = columns.map(formOf);

const filterNames: Record<string, string> = {
  keyword: '关键字',
  standardGrade: '标准化等级',
  hazardFeature: '危险特征',
  label: '企业标签',
  officerId: '监管责任人',
  expiring: '天内到期',
};
/** What was asked for, in the words of the screen: the first line of the sheet says it. */
export function filterText(filter: ListFilter, words: WordTables): string {
  const column = (name: string) =>
    ({ standardGrade: 'standardLevel', hazardFeature: 'hazardFeatures', label: 'labels' })[name] ?? name;
  return Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const known = words.get(column(name));
      const values = (Array.isArray(value) ? value : [value]).map((code) => known?.get(String(code)) ?? String(code));
      return `${filterNames[name] ?? fields.get(name)?.label ?? name}：${values.join('、')}`;
    })
    .join('；');
}

/** The dictionary of a column that has one. */
export const dictionaryOf = (column: string): string | undefined => fields.get(column)?.dictionary;

/** How the columns look. */
export const sheetColumns: readonly SheetColumn[] = columns.map((column) => ({
  heading: named[column] ?? fields.get(column)?.label ?? column,
  kind: kindOf(column),
  width: column === 'name' || column.endsWith('Address') ? 36 : column === 'creditCode' ? 24 : 16,
}));
