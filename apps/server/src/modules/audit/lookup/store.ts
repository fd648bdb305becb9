import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { AuditTables } from '../tables.ts';

const on = tables<AuditTables>();

/** Advisory lock per user until the transaction ends, so that parallel lookups are all counted. */
export const queueLookups = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`lookup ${tx.scope.tenantId} ${userId}`}, 0))`.execute(on(tx));
