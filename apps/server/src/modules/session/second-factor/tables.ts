export interface FactorTables {
  second_factor: {
    tenant_id: string;
    user_id: string;
    secret: string | null;
    enabled_at: Date | null;
    pending: string | null;
    pending_at: Date | null;
    last_step: string;
    tries: number;
    tries_since: Date | null;
  };
  recovery_code: { tenant_id: string; user_id: string; hash: string; used_at: Date | null };
  second_step: { tenant_id: string; hash: string; user_id: string; entering: unknown; tries: number; ends_at: Date };
}
