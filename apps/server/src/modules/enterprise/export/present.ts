import type { Enterprise } from '@anlan/contract/domain/enterprise';
import { enterpriseFieldRows, type EnterpriseField } from '@anlan/contract/domain/enterprise-fields';
import { maskPhone } from '@anlan/contract/domain/phone';
import { instantOf, textsOf } from '#platform/db/types.ts';
import type { ColumnKind, OutgoingCell, SheetColumn } from '#platform/sheets/index.ts';
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
  'membershipTo',
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

/** Words of the codes in each column. */
export type Labels = ReadonlyMap<string, ReadonlyMap<string, string>>;

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

/** Puts one value of a row, as the database writes it, into its cell; what is empty stays empty. */
export type CellReader = (text: string) => OutgoingCell;

function readerOf(column: keyof Enterprise, names: Names, labels: Labels): CellReader {
  const table = namesOf[column];
  if (table !== undefined) {
    const known = names[table];
    return (text) => known.get(text) ?? null;
  }
  if (masked.has(column)) return maskPhone;
  const known = labels.get(column);
  const field = fields.get(column);
  if (field?.type === 'instant')
    return (text) => {
      const instant = instantOf(text);
      return instant instanceof Date ? instant : text;
    };
  const labelOf = (code: string) => known?.get(code) ?? code;
  if (field?.list)
    return (text) => {
      const codes = textsOf(text);
      return Array.isArray(codes) ? codes.map((code) => labelOf(String(code))).join('；') : text;
    };
  return known === undefined ? (text) => text : labelOf;
}

/** How each column's value becomes its cell; classified values are masked, whoever exports. */
export const readersOf = (names: Names, labels: Labels): CellReader[] =>
  columns.map((column) => readerOf(column, names, labels));

/** Rows as the database writes them, behind whose officer each is, as rows of cells. */
export function* cellsOf(rows: Iterable<string[]>, readers: readonly CellReader[]): Generator<OutgoingCell[]> {
  for (const row of rows)
    yield readers.map((read, at) => {
      const text = row[at + 1] ?? '';
      return text === '' ? null : read(text);
    });
}

const filterNames: Record<string, string> = {
  keyword: '关键字',
  standardGrade: '标准化等级',
  hazardFeature: '危险特征',
  label: '企业标签',
  officerId: '监管责任人',
  expiring: '天内到期',
};
/** What was asked for, in the words of the screen: the first line of the sheet says it. */
export function filterText(filter: ListFilter, labels: Labels): string {
  const column = (name: string) =>
    ({ standardGrade: 'standardLevel', hazardFeature: 'hazardFeatures', label: 'labels' })[name] ?? name;
  return Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const known = labels.get(column(name));
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
