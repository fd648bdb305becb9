export interface ImpersonationTables {
  tenant_entry: {
    tenant_id: string;
    id: string;
    session_id: string;
    user_id: string;
    user_name: string;
    reason: string;
    started_at: Date;
    ends_at: Date;
    left_at: Date | null;
  };
}
