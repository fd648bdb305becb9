import type { Tx } from '#platform/db/index.ts';

/** Removes whole links older than `months`, by calling an SQL function that belongs to the database owner. */
export async function forgetAudit(tx: Tx, months: number): Promise<{ rows: number; lastNo: number | null }> {
  const { rows } = await tx.client.query<{ rows_gone: string; last_no: string | null }>(
    'select rows_gone, last_no from audit_forget($1, $2)',
    [tx.scope.tenantId, months],
  );
  const [gone] = rows;
  return { rows: Number(gone?.rows_gone ?? 0), lastNo: gone?.last_no === null ? null : Number(gone?.last_no) };
}
