// Rows that the former program read into a table in its dry run. An import that it began is finished from them. The
// next release removes this file and the table.
import * as z from 'zod/mini';
import type { ImportProblem } from '@anlan/contract/kit/import';
import type { ReadRow } from '#kit/import/read-rows.ts';
import { tables, type Tx } from '#platform/db/index.ts';
import { sql } from 'kysely';
import type { TenantVault } from '#platform/vault/index.ts';

interface StagedTables {
  enterprise_import_row: {
    tenant_id: string;
    job_id: string;
    row_no: number;
    id: string;
    cells: Record<string, string>;
    phones_sealed: string | null;
    fields: Record<string, unknown> | null;
    problems: ImportProblem[];
  };
}
const on = tables<StagedTables>();
const phones = z.record(z.string(), z.string());
const keptMs = 7 * 24 * 3_600_000;

const fieldOf = (column: string) => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

export async function stagedRows(tx: Tx, jobId: string, vault: TenantVault): Promise<ReadRow[]> {
  const rows = await on(tx)
    .selectFrom('enterprise_import_row')
    .select(['row_no', 'id', 'cells', 'phones_sealed', 'fields', 'problems'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('job_id', '=', jobId)
    .orderBy('row_no')
    .execute();
  return rows.map(({ row_no: no, id, cells, phones_sealed: encrypted, fields, problems }) => {
    const place = { table: 'enterprise_import_row', column: 'phones_sealed', id };
    const typed = encrypted === null ? {} : phones.parse(JSON.parse(vault.open(place, encrypted)));
    const { id: _, profile_rate, name_search, ...columns } = fields ?? {};
    const values = Object.fromEntries(Object.entries(columns).map(([column, value]) => [fieldOf(column), value]));
    return { no, cells: { ...cells, ...typed }, values: { ...values, ...typed }, problems };
  });
}

/** Deletes rows of dry runs that are older than a week. */
export const forgetStaged = (tx: Tx, now: Date) =>
  sql`delete from enterprise_import_row r using job j
    where r.tenant_id = ${tx.scope.tenantId} and j.tenant_id = r.tenant_id and j.id = r.job_id
      and j.updated_at < ${new Date(now.getTime() - keptMs)}`.execute(on(tx));
