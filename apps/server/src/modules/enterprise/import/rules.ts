import { importColumns, type ImportColumn } from '@anlan/contract/domain/enterprise';
import { beginning } from '#kernel/beginning.ts';
import { isExample } from '#kernel/example-rows.ts';
import {
  brokenCell,
  codeReader,
  codesReader,
  readCount,
  readCreditCode,
  readDay,
  readPhone,
  shown,
  textReader,
  type Cell,
} from '#kit/import/read-cells.ts';
import { shownValue } from './sealed/rules.ts';
import type { Finder, Reading } from '#kit/import/find-codes.ts';
import type { TownFinder } from './codes/rules.ts';

/** One wrong cell, as a person reads of it. */
export interface RowProblem {
  row: number;
  column: string;
  value: string;
  cause: string;
  remedy: string;
}

/** What a good row says of an enterprise, by field; what was left empty is not there. */
export type ImportedFields = Partial<Record<ImportColumn | 'townCode', string | number | string[]>>;

/** A row that was looked at. */
export interface ReadRow {
  no: number;
  /** What stood in the template's columns, for the file of errors. */
  cells: Partial<Record<ImportColumn, string>>;
  fields: ImportedFields;
  problems: RowProblem[];
}

/** The finders of all columns that hold codes. */
export type Finders = Readonly<
  Record<
    | 'regionCode'
    | 'industryCode'
    | 'supervisionKind'
    | 'enterpriseSize'
    | 'economicType'
    | 'standardLevel'
    | 'hazardFeatures'
    | 'carTypes',
    Finder
  >
> & { town: TownFinder };

/** Columns that must be filled in. */
export const requiredColumns: ReadonlySet<ImportColumn> = new Set([
  'name',
  'creditCode',
  'regionCode',
  'registeredAddress',
  'industryCode',
  'supervisionKind',
  'legalPerson',
  'safetyManagerName',
  'safetyManagerPhone',
]);

const labels = new Map<ImportColumn, string>(importColumns);

/** Looks at rows one after the other; remembers the credit codes of a file. */
export function createRowReader(places: ReadonlyMap<ImportColumn, number>, finders: Finders) {
  const readers: Readonly<Record<ImportColumn, (cell: Cell) => Reading<string | number | string[]>>> = {
    name: textReader(100),
    creditCode: readCreditCode,
    regionCode: codeReader(finders.regionCode),
    town: textReader(30),
    registeredAddress: textReader(200),
    businessAddress: textReader(200),
    industryCode: codeReader(finders.industryCode),
    supervisionKind: codeReader(finders.supervisionKind),
    enterpriseSize: codeReader(finders.enterpriseSize),
    economicType: codeReader(finders.economicType),
    headcount: readCount,
    legalPerson: textReader(30),
    headName: textReader(30),
    headPhone: readPhone,
    safetyManagerName: textReader(30),
    safetyManagerPhone: readPhone,
    establishedOn: readDay,
    standardLevel: codeReader(finders.standardLevel),
    hazardFeatures: codesReader(finders.hazardFeatures),
    carTypes: codesReader(finders.carTypes),
    remark: textReader(500, { dayFits: true }),
  };
  const seen = new Map<string, number>();

  return (row: { no: number; cells: readonly Cell[] }): ReadRow | null => {
    const cellOf = (column: ImportColumn): Cell => row.cells[places.get(column) ?? -1] ?? null;
    if (isExample(shown(cellOf('name')))) return null;
    const read: ReadRow = { no: row.no, cells: {}, fields: {}, problems: [] };
    let filled = false;
    for (const [column, label] of importColumns) {
      const cell = cellOf(column);
      const value = shown(cell).trim();
      const flaw = (cause: string, remedy: string) =>
        read.problems.push({
          row: row.no,
          column: label,
          value: beginning(shownValue(column, value), 200),
          cause: beginning(cause, 300),
          remedy,
        });
      if (value !== '') {
        filled = true;
        read.cells[column] = beginning(value, 1_000);
      }
      const broken = brokenCell(cell);
      if (broken) flaw(broken.cause, broken.remedy);
      else if (value === '') {
        if (requiredColumns.has(column)) flaw(`${label}不能为空`, `请填写${label}`);
      } else {
        const found = readers[column](cell);
        if ('cause' in found) flaw(found.cause, found.remedy);
        else if (found.value === '') {
          if (requiredColumns.has(column)) flaw(`${label}不能为空`, `请填写${label}`);
        } else read.fields[column] = found.value;
      }
    }
    if (!filled) return null;
    const { creditCode, regionCode, town } = read.fields;
    if (typeof town === 'string' && typeof regionCode === 'string') {
      const found = finders.town(town, regionCode);
      if ('cause' in found)
        read.problems.push({ row: row.no, column: labels.get('town') ?? '', value: town, ...found });
      else {
        read.fields.town = found.value.town;
        if (found.value.townCode !== null) read.fields.townCode = found.value.townCode;
      }
    }
    if (typeof creditCode === 'string') {
      const first = seen.get(creditCode);
      if (first === undefined) seen.set(creditCode, row.no);
      else
        read.problems.push({
          row: row.no,
          column: labels.get('creditCode') ?? '',
          value: creditCode,
          cause: `与第 ${first} 行重复`,
          remedy: '同一家企业只留一行',
        });
    }
    return read;
  };
}
