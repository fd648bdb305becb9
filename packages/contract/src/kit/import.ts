// Import settings of a declared resource: its fields, the key of a row, and the options.
import { isStructured } from './field-kind.ts';
import * as z from 'zod/mini';
import { id } from '../domain/fields.ts';
import type { Field, FieldSpec } from './field.ts';
import { isDerived } from './resource.ts';

export const importConfirm = z.object({
  /** Id of the job that did the dry run. */
  jobId: id,
  /** `all`: imports all rows, or none if one is invalid. `rows` (default): imports the valid rows. */
  mode: z.optional(z.enum(['all', 'rows'])),
  /** What happens to a row that already exists: overwrite it, skip it (default), or stop the import. */
  onDuplicate: z.optional(z.enum(['update', 'skip', 'stop'])),
});
export type ImportConfirm = z.output<typeof importConfirm>;

export const importProblem = z.object({
  /** Row of the sheet, from 1. */
  row: z.int(),
  column: z.string(),
  /** Text of the cell; values of classified fields are masked. */
  value: z.string(),
  cause: z.string(),
  remedy: z.string(),
});
export type ImportProblem = z.output<typeof importProblem>;

interface Declared {
  readonly fields: Readonly<Record<string, Pick<Field, 'spec'>>>;
  readonly importKey: readonly string[] | undefined;
}
const kindsWithoutCell: ReadonlySet<string> = new Set(['rich', 'files', 'serial']);

export const importedFields = ({ fields }: Pick<Declared, 'fields'>): [key: string, spec: FieldSpec][] =>
  Object.entries(fields).flatMap(([key, { spec }]) =>
    isDerived(spec) ||
    spec.inputOnly ||
    ((kindsWithoutCell.has(spec.kind) || isStructured(spec.kind)) && spec.cell === undefined)
      ? []
      : [[key, spec]],
  );

/** Fields that identify an imported row: the declared key, else the first unique input field. */
export function importKeyOf({ fields, importKey }: Declared): readonly string[] {
  if (importKey) return importKey;
  const unique = importedFields({ fields }).find(([, spec]) => spec.unique);
  return unique ? [unique[0]] : [];
}
