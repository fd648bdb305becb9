import { sql } from 'kysely';
import type { Tx } from './index.ts';

/** SQL condition: the tenant of the scope is open. Public links stop working when the tenant is not open. */
export const tenantIsOpen = (tx: Tx) =>
  sql<boolean>`exists (select from tenant where tenant_id = ${tx.scope.tenantId} and status = 'active')`;
