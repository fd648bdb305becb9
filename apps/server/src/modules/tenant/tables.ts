import type { ColumnType, Generated } from 'kysely';

export interface TenantTables {
  brand: {
    id: string;
    name: string;
    name_search: Generated<string>;
    copy: string | null;
    icp: string | null;
    tec: string | null;
    logo: string | null;
    hosts: string[];
    generic_hosts: Generated<string[]>;
    sort: number;
    status: Generated<'active' | 'frozen'>;
    created_at: Generated<Date>;
    removed_at: Date | null;
    purge_began_at: Generated<Date | null>;
    purged_at: Generated<Date | null>;
    version: Generated<number>;
  };
  tenant: {
    tenant_id: string;
    name: string;
    status: 'active' | 'frozen';
    created_at: Generated<Date>;
    frozen_reason: string | null;
    entry_write_until: Date | null;
    sms_sign_name: Generated<string | null>;
    sms_templates: ColumnType<Record<string, string> | null, string | null | undefined, string | null>;
    mlps3: Generated<boolean>;
  };
  /** Packages that a tenant rented, as `module:thing`. A tenant without rows has all packages. */
  tenant_package: { tenant_id: string; stem: string };
}
