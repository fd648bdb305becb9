import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { Seal, SealedRow } from './rules.ts';
import type { SealTables } from './tables.ts';

const on = tables<SealTables>();

/** Whether this transaction may seal the tenant; another that does has the word. */
export async function claimSealing(tx: Tx): Promise<boolean> {
  const word = `seal ${tx.scope.tenantId}`;
  const { rows } = await sql<{
    mine: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${word}, 0)) as mine`.execute(on(tx));
  return rows[0]?.mine === true;
}

const seals = (tx: Tx) => on(tx).selectFrom('audit_seal').where('tenant_id', '=', tx.scope.tenantId);

/** The last seal. */
export const lastSeal = (tx: Tx): Promise<Pick<Seal, 'no' | 'hash' | 'sealed_at'> | undefined> =>
  seals(tx).select(['no', 'hash', 'sealed_at']).orderBy('no', 'desc').limit(1).executeTakeFirst();

/** Rows from an id on that no seal since a moment covers, in order. */
export function unsealedRows(tx: Tx, fromId: string, sealedSince: Date, limit: number): Promise<SealedRow[]> {
  const covered = seals(tx)
    .select(sql<string>`unnest(ids)`.as('id'))
    .where('sealed_at', '>=', sealedSince);
  return on(tx)
    .selectFrom('audit')
    .selectAll('audit')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '>=', fromId)
    .where('id', 'not in', covered)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** A new seal. */
export const insertSeal = (tx: Tx, seal: Omit<Seal, 'tenant_id'>) =>
  on(tx)
    .insertInto('audit_seal')
    .values({ ...seal, tenant_id: tx.scope.tenantId })
    .execute();

/** The next seals after one, in order. */
export const sealsAfter = (tx: Tx, no: number, limit: number): Promise<Seal[]> =>
  seals(tx).selectAll().where('no', '>', no).orderBy('no').limit(limit).execute();

/** Rows by their ids. */
export const rowsOf = (tx: Tx, ids: string[]): Promise<SealedRow[]> =>
  on(tx)
    .selectFrom('audit')
    .selectAll()
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();

/** The first row before an id that no seal covers. */
export async function firstUncovered(tx: Tx, beforeId: string): Promise<string | null> {
  const covered = seals(tx).select(sql<string>`unnest(ids)`.as('id'));
  const row = await on(tx)
    .selectFrom('audit')
    .select('id')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '<', beforeId)
    .where('id', 'not in', covered)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
