// What an import wrote, row by row: what it added, and how the rows stood that it changed.
import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import { rowFrom, type StoredRow, type Table } from '../table.ts';

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

/** A row that an import wrote. */
export interface WrittenRow {
  readonly id: string;
  /** The version that the import left. */
  readonly version: number;
  /** How the row stood before; null where the import added it. */
  readonly before: StoredRow | null;
}

/** A row as it stands, in a form that its table takes back. */
export async function rowText(tx: Tx, table: Table, id: string): Promise<string | null> {
  const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(table.name)} t
    where tenant_id = ${tx.scope.tenantId} and id = ${id}`.execute(tx.kysely);
  return rows[0]?.row ?? null;
}

/** Notes a row that was just written, with the version that it has now. */
export const noteWritten = (
  tx: Tx,
  table: Table,
  { jobId, id, before, now }: { jobId: string; id: string; before: string | null; now: Date },
) =>
  sql`insert into import_row (tenant_id, job_id, row_id, version, before, written_at)
    select tenant_id, ${jobId}, id, version, ${before}::jsonb, ${now} from ${sql.table(table.name)}
    where tenant_id = ${tx.scope.tenantId} and id = ${id}`.execute(tx.kysely);

/** How many rows of an import are still noted. */
export async function countWritten(tx: Tx, jobId: string): Promise<number> {
  const { n } = await on(tx)
    .selectFrom('import_row')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The next rows of an import before one, latest first: what was written later may refer to what came before it. */
export async function writtenBefore(
  tx: Tx,
  table: Table,
  jobId: string,
  cursor: string | null,
  limit: number,
): Promise<WrittenRow[]> {
  const { rows } = await sql<{ id: string; version: number; before: object | null }>`
    select row_id as id, version, before from import_row
    where tenant_id = ${tx.scope.tenantId} and job_id = ${jobId} and (${cursor}::uuid is null or row_id < ${cursor})
    order by row_id desc limit ${limit}`.execute(tx.kysely);
  const changed = rows.filter(({ before }) => before !== null).map(({ id }) => id);
  // Read with the types of the table's columns, as any row of it is.
  const stood =
    changed.length === 0
      ? []
      : (
          await sql<Record<string, unknown>>`select was.* from import_row w,
              jsonb_populate_record(null::${sql.table(table.name)}, w.before) as was
            where w.tenant_id = ${tx.scope.tenantId} and w.job_id = ${jobId}
              and w.row_id = any(${changed}::uuid[])`.execute(tx.kysely)
        ).rows;
  const beforeOf = new Map(stood.map((columns) => rowFrom(table, columns)).map((row) => [row.id, row]));
  return rows.map(({ id, version }) => ({ id, version, before: beforeOf.get(id) ?? null }));
}

/** Forgets all that was noted of an import. */
export const forgetImport = (tx: Tx, jobId: string) =>
  on(tx).deleteFrom('import_row').where('tenant_id', '=', tx.scope.tenantId).where('job_id', '=', jobId).execute();

/** Forgets what can be taken back no longer. */
export const forgetWritten = (tx: Tx, before: Date) =>
  on(tx).deleteFrom('import_row').where('tenant_id', '=', tx.scope.tenantId).where('written_at', '<', before).execute();

/** Rows of another table that refer to some rows by a column. */
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
