import type { Generated } from 'kysely';
import type { UserType } from '@anlan/contract/modules/session/session';

export interface UserTables {
  app_user: {
    tenant_id: string;
    id: string;
    username: string;
    nick_name: string;
    /** Search text for pinyin letters; decision 0067 describes its content. */
    nick_name_search: Generated<string>;
    phone_sealed: string | null;
    phone_index: string | null;
    email_sealed: string | null;
    email_index: string | null;
    avatar: string | null;
    type: UserType;
    password_hash: string | null;
    password_changed_at: Date | null;
    lock_flag: '0' | '9';
    demo: boolean;
    demo_mode: boolean;
    must_change_password: Generated<boolean>;
    /** Time at which a password that another person set expires. */
    password_ends_at: Date | null;
    /** Self-registered people are `pending` until they are approved. */
    approval: Generated<'approved' | 'pending' | 'rejected'>;
    claimed_enterprise: Generated<string | null>;
    organ_id: string | null;
    last_enterprise_id: string | null;
    shop_id: Generated<string | null>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    version: Generated<number>;
    deleted_at: Date | null;
  };
  organ: {
    tenant_id: string;
    id: string;
    parent_id: string | null;
    name: string;
    sort: number;
    region_code: Generated<string | null>;
    version: Generated<number>;
  };
  password_link: { tenant_id: string; hash: string; user_id: string; ends_at: Date };
  user_setting: { tenant_id: string; user_id: string; setting: string; updated_at: Date };
  password_used: { tenant_id: string; id: string; user_id: string; hash: string };
  user_enterprise: { tenant_id: string; user_id: string; enterprise_id: string };
  /** This table belongs to the module access. It is read here, because the list filters in one statement. */
  user_role: { tenant_id: string; user_id: string; role_id: string };
}
