// The import of a declared resource: which fields a file may fill, what makes two rows the same, how it is carried out.
import { isStructured } from './field-kind.ts';
import * as z from 'zod/mini';
import { id } from '../domain/fields.ts';
import type { Field, FieldSpec } from './field.ts';
import { isDerived } from './resource.ts';

/** POST …/import/confirm. */
export const importConfirm = z.object({
  /** The work of the dry run. */
  jobId: id,
  /** all: everything or nothing; rows (default): the good rows. */
  mode: z.optional(z.enum(['all', 'rows'])),
  /** What becomes of rows that are there already: overwritten, left out (default), or the end of the import. */
  onDuplicate: z.optional(z.enum(['update', 'skip', 'stop'])),
});
/** How an import is carried out. */
export type ImportConfirm = z.output<typeof importConfirm>;

/** One wrong cell, as a person reads of it. */
export const importProblem = z.object({
  /** Row of the sheet, from 1. */
  row: z.int(),
  /** Heading of the column. */
  column: z.string(),
  /** What stands in the cell; classified values masked. */
  value: z.string(),
  cause: z.string(),
  remedy: z.string(),
});
/** One wrong cell. */
export type ImportProblem = z.output<typeof importProblem>;

interface Declared {
  readonly fields: Readonly<Record<string, Pick<Field, 'spec'>>>;
  readonly importKey: readonly string[] | undefined;
}
const inNoCell: ReadonlySet<string> = new Set(['rich', 'files', 'serial']);

/** Fields that a file may fill, in the order of the declaration. */
export const importedFields = ({ fields }: Pick<Declared, 'fields'>): [key: string, spec: FieldSpec][] =>
  Object.entries(fields).flatMap(([key, { spec }]) =>
    isDerived(spec) ||
    spec.inputOnly ||
    ((inNoCell.has(spec.kind) || isStructured(spec.kind)) && spec.cell === undefined)
      ? []
      : [[key, spec]],
  );

/** Fields that say together which row an imported one is: what is declared, else the first unique one that is typed. */
export function importKeyOf({ fields, importKey }: Declared): readonly string[] {
  if (importKey) return importKey;
  const unique = importedFields({ fields }).find(([, spec]) => spec.unique);
  return unique ? [unique[0]] : [];
}
