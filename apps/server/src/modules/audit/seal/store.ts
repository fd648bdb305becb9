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

/** The last seal, with the youngest row that it covers. */
export const lastSeal = (
  tx: Tx,
): Promise<(Pick<Seal, 'no' | 'hash' | 'sealed_at'> & { youngest: string }) | undefined> =>
  seals(tx)
    .select([
      'no',
      'hash',
      'sealed_at',
      sql<string>`(select id from unnest(ids) as covered (id) order by 1 desc limit 1)`.as('youngest'),
    ])
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst();

function unsealed(tx: Tx, fromId: string, sealedSince: Date) {
  const covered = seals(tx)
    .select(sql<string>`unnest(ids)`.as('id'))
    .where('sealed_at', '>=', sealedSince);
  return on(tx)
    .selectFrom('audit')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '>=', fromId)
    .where('id', 'not in', covered);
}

/** Rows from an id on that no seal since a moment covers, in order. */
export const unsealedRows = (tx: Tx, fromId: string, sealedSince: Date, limit: number): Promise<SealedRow[]> =>
  unsealed(tx, fromId, sealedSince).selectAll('audit').orderBy('id').limit(limit).execute();

/** How many there are of them. */
export const countUnsealed = async (tx: Tx, fromId: string, sealedSince: Date): Promise<number> =>
  Number(
    (
      await unsealed(tx, fromId, sealedSince)
        .select((eb) => eb.fn.countAll<string>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows,
  );

/** A new seal. */
export const insertSeal = (tx: Tx, seal: Omit<Seal, 'tenant_id' | 'sealed_at'>) =>
  on(tx)
    .insertInto('audit_seal')
    .values({ ...seal, tenant_id: tx.scope.tenantId })
    .execute();

/** The next seals after one, or the first there are, in order. */
export function sealsAfter(tx: Tx, no: number | null, limit: number): Promise<Seal[]> {
  const some = no === null ? seals(tx) : seals(tx).where('no', '>', no);
  return some.selectAll().orderBy('no').limit(limit).execute();
}

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
