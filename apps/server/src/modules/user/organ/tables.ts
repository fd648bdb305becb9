import type { UserType } from '@anlan/contract/modules/session/session';
import type { Generated } from 'kysely';

export interface OrganTables {
  organ: {
    tenant_id: string;
    id: string;
    parent_id: string | null;
    name: string;
    sort: number;
    region_code: Generated<string | null>;
    version: Generated<number>;
  };
  app_user: { tenant_id: string; id: string; type: UserType; organ_id: string | null; deleted_at: Date | null };
}
