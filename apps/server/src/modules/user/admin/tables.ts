import type { UserTables } from '../tables.ts';

export interface AdminTables extends UserTables {
  /** This table belongs to the module access. It is read here, because the list filters in one statement. */
  user_role: { tenant_id: string; user_id: string; role_id: string };
}
