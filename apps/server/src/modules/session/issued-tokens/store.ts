import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { SessionTables } from '../tables.ts';

const on = tables<SessionTables>();

/** The given hashes that belong to issued access tokens or tickets, including expired ones. */
export async function findIssued(tx: Tx, hashes: readonly string[]): Promise<string[]> {
  const anyHash = sql<string>`any(${hashes}::text[])`;
  const tokenRows = await on(tx)
    .selectFrom('session_token')
    .select('access_hash as hash')
    .where('access_hash', '=', anyHash)
    .unionAll(on(tx).selectFrom('ticket').select('hash').where('hash', '=', anyHash))
    .execute();
  return tokenRows.map(({ hash }) => hash);
}
