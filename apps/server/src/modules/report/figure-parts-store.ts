// SQL fragments shared by the report figures.
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '#platform/db/index.ts';

export interface Facts {
  enterprise_id: string;
}

export const within = (tx: Tx, ids: readonly string[]): RawBuilder<unknown> =>
  sql`tenant_id = ${tx.scope.tenantId} and enterprise_id = any(${[...ids]}::uuid[])`;
