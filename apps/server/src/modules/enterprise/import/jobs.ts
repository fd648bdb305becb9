// What the jobs of an import need, and the values in their rows.
import * as z from 'zod/mini';
import type { ReadRow } from '#kit/import/read-rows.ts';
import type { Needs } from '../deps.ts';

export const kinds = {
  check: 'enterprise.import',
  apply: 'enterprise.importConfirm',
  undo: 'enterprise.importUndo',
} as const;
export const errorsPath = '/bus/enterprise/import/errors/{id}';

export type ImportDeps = Needs<'db' | 'clock' | 'audit' | 'dictionaries' | 'files' | 'jobs' | 'vault'>;

/** Notes of a dry run beside those of the kit. */
export const lookNotes = z.object({
  towns: z._default(z.record(z.string(), z.object({ town: z.string(), townCode: z.nullable(z.string()) })), {}),
});

/** Notes of a write beside those of the kit. */
export const entryNotes = z.object({
  entryStatus: z._default(z.enum(['draft', 'active']), 'draft'),
  /** Number of skipped enterprises that became active after the dry run and whose row has another region. */
  moved: z._default(z.int(), 0),
  /** Number of enterprises skipped because they are outside the importer's scope. */
  outside: z._default(z.int(), 0),
});
export type EntryNotes = z.output<typeof entryNotes>;

type TextColumn = 'name' | 'creditCode' | 'regionCode' | 'town' | 'townCode' | 'headPhone' | 'safetyManagerPhone';
export const textIn = ({ values }: Pick<ReadRow, 'values'>, column: TextColumn): string => {
  const value = values[column];
  return typeof value === 'string' ? value : '';
};
export const batchRows = 500;
