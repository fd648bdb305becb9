export interface LinkTables {
  password_link: {
    tenant_id: string;
    hash: string;
    user_id: string;
    ends_at: Date;
  };
  app_user: {
    tenant_id: string;
    id: string;
    username: string;
    password_hash: string | null;
    lock_flag: string;
    deleted_at: Date | null;
  };
}
