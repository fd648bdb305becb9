/** Tables of the room access. */
export interface AccessTables {
  role: { tenant_id: string; id: string; code: string; name: string; data_scope: string };
  role_permit: { tenant_id: string; role_id: string; permit: string };
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
  };
}
