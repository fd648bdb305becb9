import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import type { AuditTables } from '../tables.ts';

const on = tables<AuditTables>();

/** Lets whoever looks up in a person's name go one after the other until the transaction ends, so that many at once count as many. */
export const queueLookups = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`lookup ${tx.scope.tenantId} ${userId}`}, 0))`.execute(on(tx));
