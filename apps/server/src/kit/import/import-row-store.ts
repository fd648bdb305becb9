// Stores which rows an import wrote: added rows, and changed rows with their previous state.
import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { Table } from '../table.ts';

interface WrittenTables {
  import_row: {
    tenant_id: string;
    job_id: string;
    row_id: string;
    version: number;
    before: string | null;
    written_at: Date;
  };
}
const on = tables<WrittenTables>();

interface WrittenRow<B> {
  readonly id: string;
  readonly version: number;
  /** The columns of the row before the import; null when the import added the row. */
  readonly before: B | null;
}

/** Reads rows as JSON text by id. `jsonb_populate_record` restores the column types of the table. */
export async function rowTexts(tx: Tx, table: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; row: string }>`select id, to_jsonb(t)::text as row
    from ${sql.table(table)} t where tenant_id = ${tx.scope.tenantId} and id = any(${[...ids]}::uuid[])`.execute(
    tx.kysely,
  );
  return new Map(rows.map(({ id, row }) => [id, row]));
}

/** Notes written rows with their new version. `before` has the texts of changed rows from before the import. */
export const noteWritten = (
  tx: Tx,
  table: string,
  {
    jobId,
    ids,
    before,
    now,
  }: { jobId: string; ids: readonly string[]; before: ReadonlyMap<string, string>; now: Date },
) =>
  sql`insert into import_row (tenant_id, job_id, row_id, version, before, written_at)
    select t.tenant_id, ${jobId}, t.id, t.version, w.before::jsonb, ${now}
    from ${sql.table(table)} t
      join unnest(${[...ids]}::uuid[], ${ids.map((id) => before.get(id) ?? null)}::text[]) as w (id, before) on w.id = t.id
    where t.tenant_id = ${tx.scope.tenantId}`.execute(tx.kysely);

export async function countWritten(tx: Tx, jobId: string): Promise<number> {
  const { n } = await on(tx)
    .selectFrom('import_row')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The next rows of an import before `row`, latest first, because later rows may reference earlier ones. */
export async function writtenBefore<B extends { id: string }>(
  tx: Tx,
  table: string,
  jobId: string,
  cursor: string | null,
  limit: number,
): Promise<WrittenRow<B>[]> {
  const { rows } = await sql<{ id: string; version: number; before: object | null }>`
    select row_id as id, version, before from import_row
    where tenant_id = ${tx.scope.tenantId} and job_id = ${jobId} and (${cursor}::uuid is null or row_id < ${cursor})
    order by row_id desc limit ${limit}`.execute(tx.kysely);
  const changed = rows.filter(({ before }) => before !== null).map(({ id }) => id);
  // Parses the text with the column types of the table.
  const stood =
    changed.length === 0
      ? []
      : (
          await sql<B>`select was.* from import_row w,
              jsonb_populate_record(null::${sql.table(table)}, w.before) as was
            where w.tenant_id = ${tx.scope.tenantId} and w.job_id = ${jobId}
              and w.row_id = any(${changed}::uuid[])`.execute(tx.kysely)
        ).rows;
  const beforeOf = new Map(stood.map((columns) => [columns.id, columns]));
  return rows.map(({ id, version }) => ({ id, version, before: beforeOf.get(id) ?? null }));
}

export const forgetImport = (tx: Tx, jobId: string) =>
  on(tx).deleteFrom('import_row').where('tenant_id', '=', tx.scope.tenantId).where('job_id', '=', jobId).execute();

// Lifetime of the record of an import. It is longer than an import can run or be undone.
const importRecordMs = 24 * 3_600_000;
export const forgetWritten = (tx: Tx, now: Date) =>
  on(tx)
    .deleteFrom('import_row')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('written_at', '<', new Date(now.getTime() - importRecordMs))
    .execute();

export async function referring(
  tx: Tx,
  table: Pick<Table, 'name' | 'keepsRemoved'>,
  column: string,
  ids: readonly string[],
): Promise<{ id: string; of: string }[]> {
  const { rows } = await sql<{ id: string; of: string }>`select id, ${sql.ref(column)} as of
    from ${sql.table(table.name)} where tenant_id = ${tx.scope.tenantId}
      and ${sql.ref(column)} = any(${[...ids]}::uuid[])${table.keepsRemoved ? sql` and removed_at is null` : sql``}
    limit 5000`.execute(tx.kysely);
  return rows;
}
