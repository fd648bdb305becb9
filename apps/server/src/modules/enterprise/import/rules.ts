import { importColumns, type ImportColumn } from '@anlan/contract/modules/enterprise/enterprise';
import { maskPhone } from '@anlan/contract/domain/phone';
import type { Finder } from '#kit/import/find-codes.ts';
import {
  codeReader,
  codesReader,
  readCount,
  readCreditCode,
  readDay,
  readPhone,
  textReader,
  type Cell,
} from '#kit/import/read-cells.ts';
import type { FieldReader } from '#kit/import/read-fields.ts';
import { readRow, tell, type ReadColumn, type ReadRow as KitRow } from '#kit/import/read-rows.ts';
import { isPhone } from './encrypted-rules.ts';
import type { TownFinder } from './codes-rules.ts';

/** What a good row says of an enterprise, by field; what was left empty is not there. */
export type ImportedFields = Partial<Record<ImportColumn | 'townCode', unknown>>;

/** A row that was looked at. */
export interface ReadRow extends Pick<KitRow, 'no' | 'cells' | 'problems'> {
  fields: ImportedFields;
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

const columns = new Map(
  importColumns.map(([key, label]) => [
    key,
    { key, label, required: requiredColumns.has(key), mask: isPhone(key) ? maskPhone : undefined },
  ]),
);
/** Says what is wrong with a cell of a row; phones stand there masked (S78). */
export function flaw(
  row: Pick<KitRow, 'no' | 'cells' | 'problems'>,
  key: ImportColumn,
  cause: string,
  remedy: string,
): void {
  const column = columns.get(key);
  if (column) tell(row, column, cause, remedy);
}

/** Looks at rows one after the other; remembers the credit codes of a file. */
export function createRowReader(places: ReadonlyMap<ImportColumn, number>, finders: Finders) {
  const readers: Readonly<Record<ImportColumn, FieldReader>> = {
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
  const read: ReadColumn[] = [...columns.values()].map((column) => ({ ...column, read: readers[column.key] }));
  const seen = new Map<string, number>();

  return (given: { no: number; cells: readonly Cell[] }): ReadRow | null => {
    const row = readRow(given, read, places);
    if (row === null) return null;
    const fields: ImportedFields = row.values;
    const { creditCode, regionCode, town } = fields;
    if (typeof town === 'string' && typeof regionCode === 'string') {
      const found = finders.town(town, regionCode);
      if ('cause' in found) flaw(row, 'town', found.cause, found.remedy);
      else {
        fields.town = found.value.town;
        if (found.value.townCode !== null) fields.townCode = found.value.townCode;
      }
    }
    if (typeof creditCode === 'string') {
      const first = seen.get(creditCode);
      if (first === undefined) seen.set(creditCode, row.no);
      else flaw(row, 'creditCode', `与第 ${first} 行重复`, '同一家企业只留一行');
    }
    return { no: row.no, cells: row.cells, fields, problems: row.problems };
  };
}
