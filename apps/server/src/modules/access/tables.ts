import type { Generated } from 'kysely';
import type { UserType } from '@anlan/contract/modules/session/session';

export interface AccessTables {
  role: {
    tenant_id: string;
    id: string;
    code: string;
    name: string;
    name_search: Generated<string>;
    data_scope: Generated<string>;
    description: string | null;
    user_type: Generated<UserType>;
    preset: Generated<boolean>;
    seeded: string[] | null;
    to_review: Generated<string[]>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    version: Generated<number>;
  };
  role_permit: { tenant_id: string; role_id: string; permit: string; granted: Generated<boolean> };
  role_region: { tenant_id: string; role_id: string; region_code: string };
  user_role: { tenant_id: string; user_id: string; role_id: string };
  menu: {
    tenant_id: string;
    id: string;
    parent_id: string | null;
    name: string;
    path: string;
    component: string | null;
    icon: string | null;
    type: '0' | '1';
    permission: string | null;
    sort: number;
    keep_alive: boolean;
    page_group: string[];
    query: Record<string, string>;
    red_dot: string | null;
    pinyin: string;
    roles: string[];
    user_types: string[];
    key: string | null;
    seeded: Record<string, unknown> | null;
    hidden: Generated<boolean>;
    version: Generated<number>;
  };
}
