import * as z from 'zod/mini';
import type { ImportColumn } from '@anlan/contract/modules/enterprise/enterprise';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import type { Db } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { DictionaryModule } from '../../dictionary/index.ts';
import type { FileModule } from '../../file/index.ts';
import type { JobModule } from '../../job/index.ts';

/** Kinds of work of the import. */
export const kinds = { dryRun: 'enterprise.import', apply: 'enterprise.importConfirm' } as const;

/** What the import depends on. */
export interface ImportDeps {
  db: Db;
  clock: Clock;
  audit: Pick<AuditModule, 'record' | 'recordAll' | 'ofPerson'>;
  dictionaries: DictionaryModule;
  files: Pick<FileModule, 'receive' | 'open' | 'discard'>;
  jobs: JobModule;
  vault: Pick<Vault, 'of'>;
}

/** What the dry run is told. */
export const dryRunNotes = z.object({
  fileId: z.string(),
  fileKind: z.enum(['xlsx', 'csv']),
  sha256: z.string(),
  /** Which of its sheets, from 0. */
  sheet: z._default(z.int(), 0),
  /** Whether the same person sent the same file a moment ago. */
  repeated: z.boolean(),
  /** What of the file is not read, in words. */
  notes: z._default(z.array(z.string()), []),
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
  /** How many good rows were confirmed. */
  good: z.optional(z.int()),
  /** The last row of the last batch that was written. */
  cursor: z._default(z.int(), 0),
  inserted: z._default(z.int(), 0),
  updated: z._default(z.int(), 0),
  skipped: z._default(z.int(), 0),
  /** Of those skipped: files that were taken up since, which the row would have moved to another region. */
  moved: z._default(z.int(), 0),
  /** Of those skipped: enterprises outside the divisions of whoever imports. */
  outside: z._default(z.int(), 0),
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
export const sheetLimits = limits.import;
