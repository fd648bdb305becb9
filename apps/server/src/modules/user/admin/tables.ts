import type { UserTables } from '../tables.ts';

/** Tables that the list of people is narrowed by. */
export interface AdminTables extends UserTables {
  /** Kept by the module access; read here, since a list is narrowed in one statement. */
  user_role: { tenant_id: string; user_id: string; role_id: string };
}
