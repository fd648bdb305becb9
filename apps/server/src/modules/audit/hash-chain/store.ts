import { sql } from 'kysely';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { ChainLink, ChainedRow } from './rules.ts';
import type { HashChainTables } from './tables.ts';

const { on, selectFrom } = tenantTables<HashChainTables>();

/** Takes the advisory lock for chaining the tenant; false if another transaction has it. */
export async function claimChaining(tx: Tx): Promise<boolean> {
  const word = `seal ${tx.scope.tenantId}`;
  const { rows } = await sql<{
    mine: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${word}, 0)) as mine`.execute(on(tx));
  return rows[0]?.mine === true;
}

const chain = (tx: Tx) => selectFrom(tx, 'audit_seal');

export const lastLink = (
  tx: Tx,
): Promise<(Pick<ChainLink, 'no' | 'hash' | 'sealed_at'> & { youngest: string }) | undefined> =>
  chain(tx)
    .select([
      'no',
      'hash',
      'sealed_at',
      sql<string>`(select id from unnest(ids) as covered (id) order by 1 desc limit 1)`.as('youngest'),
    ])
    .orderBy('no', 'desc')
    .limit(1)
    .executeTakeFirst();

function unchained(tx: Tx, fromId: string, chainedSince: Date) {
  const covered = chain(tx)
    .select(sql<string>`unnest(ids)`.as('id'))
    .where('sealed_at', '>=', chainedSince);
  return selectFrom(tx, 'audit').where('id', '>=', fromId).where('id', 'not in', covered);
}

/** Rows from id `fromId` on without a link, in id order. Only links created since `chainedSince` are searched. */
export const unchainedRows = (tx: Tx, fromId: string, chainedSince: Date, limit: number): Promise<ChainedRow[]> =>
  unchained(tx, fromId, chainedSince).selectAll('audit').orderBy('id').limit(limit).execute();

export const countUnchained = async (tx: Tx, fromId: string, chainedSince: Date): Promise<number> =>
  Number(
    (
      await unchained(tx, fromId, chainedSince)
        .select((eb) => eb.fn.countAll<string>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows,
  );

export const insertLink = (tx: Tx, link: Omit<ChainLink, 'tenant_id' | 'sealed_at'>) =>
  on(tx)
    .insertInto('audit_seal')
    .values({ ...link, tenant_id: tx.scope.tenantId })
    .execute();

export function linksAfter(tx: Tx, no: number | null, limit: number): Promise<ChainLink[]> {
  const some = no === null ? chain(tx) : chain(tx).where('no', '>', no);
  return some.selectAll().orderBy('no').limit(limit).execute();
}

export const rowsOf = (tx: Tx, ids: string[]): Promise<ChainedRow[]> =>
  selectFrom(tx, 'audit')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();

export async function firstUncovered(tx: Tx, beforeId: string): Promise<string | null> {
  const covered = chain(tx).select(sql<string>`unnest(ids)`.as('id'));
  const row = await selectFrom(tx, 'audit')
    .select('id')
    .where('id', '<', beforeId)
    .where('id', 'not in', covered)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}
