export interface SessionTables {
  oauth_client: { tenant_id: string; id: string; secret_hash: string; grants: string[]; revoked: boolean };
  session: {
    tenant_id: string;
    id: string;
    user_id: string;
    enterprise_id: string | null;
    client_id: string;
    started_at: Date;
    ends_at: Date;
    last_seen_at: Date;
    address: string;
    network: string;
    user_agent: string;
    revoked_at: Date | null;
    revoked_reason: string | null;
    locked_at: Date | null;
    unlock_tries: number;
    confirmed_at: Date | null;
  };
  session_token: {
    tenant_id: string;
    id: string;
    session_id: string;
    access_hash: string;
    refresh_hash: string;
    issued_at: Date;
    access_ends_at: Date;
    replaced_at: Date | null;
    graced: number;
  };
  captcha: { tenant_id: string; random_str: string; answer_hash: string; ends_at: Date };
  ticket: {
    tenant_id: string;
    hash: string;
    session_id: string;
    purpose: string;
    target: string | null;
    ends_at: Date;
  };
  sign_in_attempt: {
    tenant_id: string;
    id: string;
    username: string;
    network: string;
    address: string;
    at: Date;
  };
  known_network: { tenant_id: string; user_id: string; network: string; seen_at: Date };
}
