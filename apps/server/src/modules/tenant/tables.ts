import type { Generated } from 'kysely';

/** Tables of the room tenant. */
export interface TenantTables {
  brand: {
    id: string;
    name: string;
    copy: string | null;
    icp: string | null;
    tec: string | null;
    logo: string | null;
    hosts: string[];
    sort: number;
  };
  tenant: { tenant_id: string; name: string; status: 'active' | 'frozen'; created_at: Generated<Date> };
}
