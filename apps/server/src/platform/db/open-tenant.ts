import { sql } from 'kysely';
import type { Tx } from './index.ts';

/** Holds where the scope's tenant is open; what strangers reach by a secret ends with the tenant that gave it out. */
export const tenantIsOpen = (tx: Tx) =>
  sql<boolean>`exists (select from tenant where tenant_id = ${tx.scope.tenantId} and status = 'active')`;
