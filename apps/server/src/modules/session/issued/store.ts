import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { SessionTables } from '../tables.ts';

const on = tables<SessionTables>();

/** Which of these hashes are those of access tokens or tickets, live or over. */
export async function givenAmong(tx: Tx, hashes: readonly string[]): Promise<string[]> {
  const asked = sql<string>`any(${hashes}::text[])`;
  const found = await on(tx)
    .selectFrom('session_token')
    .select('access_hash as hash')
    .where('access_hash', '=', asked)
    .unionAll(on(tx).selectFrom('ticket').select('hash').where('hash', '=', asked))
    .execute();
  return found.map(({ hash }) => hash);
}
