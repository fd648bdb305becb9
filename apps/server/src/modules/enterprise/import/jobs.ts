import * as z from 'zod/mini';
import { importColumns, type ImportColumn } from '@anlan/contract/domain/enterprise';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import type { Db } from '#platform/db/index.ts';
import { findHeadings, SheetRefused, type Headings, type SheetRow } from '#platform/sheets/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import type { AuditRoom } from '../../audit/index.ts';
import type { DictionaryRoom } from '../../dictionary/index.ts';
import type { FileRoom } from '../../file/index.ts';
import type { JobRoom } from '../../job/index.ts';
import { requiredColumns } from './rules.ts';

/** Kinds of work of the import. */
export const kinds = { dryRun: 'enterprise.import', apply: 'enterprise.importConfirm' } as const;

/** What the import leans on. */
export interface ImportDeps {
  db: Db;
  clock: Clock;
  audit: Pick<AuditRoom, 'record' | 'recordAll'>;
  dictionaries: DictionaryRoom;
  files: Pick<FileRoom, 'receive' | 'open' | 'discard'>;
  jobs: JobRoom;
  vault: Pick<Vault, 'of'>;
}

/** What the dry run is told. */
export const dryRunNotes = z.object({
  fileId: z.string(),
  fileKind: z.enum(['xlsx', 'csv']),
  sha256: z.string(),
  /** Whether the same person sent the same file a moment ago. */
  repeated: z.boolean(),
  /** The work that a confirmation began. */
  appliedBy: z.optional(z.string()),
});
/** What the dry run is told. */
export type DryRunNotes = z.output<typeof dryRunNotes>;

/** What the confirmed import is told, and what it notes of its way. */
export const applyNotes = z.object({
  importId: z.string(),
  /** The row of the audit that every changed enterprise's row belongs to. */
  auditId: z.string(),
  mode: z.enum(['all', 'rows']),
  onDuplicate: z.enum(['update', 'skip', 'stop']),
  entryStatus: z.enum(['draft', 'active']),
  /** The last row of the last batch that was written. */
  cursor: z._default(z.int(), 0),
  inserted: z._default(z.int(), 0),
  updated: z._default(z.int(), 0),
  skipped: z._default(z.int(), 0),
});
/** What the confirmed import is told, and what it notes of its way. */
export type ApplyNotes = z.output<typeof applyNotes>;

/** The dictionary of each column that has one. */
export const columnDictionaries = {
  supervisionKind: 'supervisionKind',
  enterpriseSize: 'enterpriseSize',
  economicType: 'economicType',
  standardLevel: 'standardLevel',
  hazardFeatures: 'hazardFeature',
  carTypes: 'carType',
} as const satisfies Partial<Record<ImportColumn, string>>;

/** How far a file is read, and how much of it. */
export const sheetLimits = {
  rows: limits.import.rows,
  columns: limits.import.columns,
  entries: limits.import.entries,
  unpackedBytes: limits.import.unpackedBytes,
  ratio: limits.import.ratio,
};

/** The columns of a file, refused in words when a required one is missing. */
export function demandHeadings(rows: readonly SheetRow[]): Headings<ImportColumn> {
  const found = findHeadings(rows, importColumns);
  const names = new Map<ImportColumn, string>(importColumns);
  if (found === null) throw new AppError('invalid', '没有找到表头，请用下载的模板填写');
  if (found.doubled.length > 0)
    throw new AppError('invalid', `表头“${found.doubled.join('、')}”出现了两次，请删除多余的列`);
  const missing = found.missing.filter((column) => requiredColumns.has(column)).map((column) => names.get(column));
  if (missing.length > 0) throw new AppError('invalid', `缺少列：${missing.join('、')}。请用下载的模板填写`);
  return found;
}

/** What reading a file failed with, in words. */
export const readable = (error: unknown): unknown =>
  error instanceof SheetRefused ? new AppError('invalid', error.message) : error;
