import type { ImportProblem } from '@anlan/contract/kit/import';
import { enterpriseFieldNames } from '../present.ts';
import type { EnterpriseTables } from '../tables.ts';
import type { ImportedFields, ReadRow } from './rules.ts';

/** Table enterprise_import_row: rows of a spreadsheet between the dry run and the confirmation. */
export interface ImportTables extends EnterpriseTables {
  enterprise_import_row: {
    tenant_id: string;
    job_id: string;
    row_no: number;
    credit_code: string | null;
    id: string;
    /** What was typed; without phones. */
    cells: ReadRow['cells'];
    /** Phones of the row by column, sealed. */
    phones_sealed: string | null;
    fields: StagedFields | null;
    problems: ImportProblem[];
    duplicate_of: string | null;
  };
}

/** What a good row will write, by column of the table enterprise. */
export type StagedFields = Record<string, unknown> & { id: string; profile_rate: number };

const columnNames = new Map<string, string>([...enterpriseFieldNames, ['remark', 'remark']]);
const fieldNames = new Map([...columnNames].map(([field, column]) => [column, field]));
const renamed = (values: object, names: ReadonlyMap<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const other = names.get(name);
      return other === undefined ? [] : [[other, value]];
    }),
  );

/** Fields by the names of their columns. */
export const columnsOf = (fields: ImportedFields) => renamed(fields, columnNames);
/** Staged columns by the names that people's fields have. */
export const fieldsOf = (staged: StagedFields) => renamed(staged, fieldNames);
