import type { ColumnType, Generated } from 'kysely';

/** Tables of the module tenant. */
export interface TenantTables {
  brand: {
    id: string;
    name: string;
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
    /** The vendor's numbers of templates, by their keys. */
    sms_templates: ColumnType<Record<string, string> | null, string | null | undefined, string | null>;
    /** Protection of level three. */
    mlps3: Generated<boolean>;
  };
  /** What a tenant has rented, `module:thing`; without a row everything. */
  tenant_package: { tenant_id: string; stem: string };
}
