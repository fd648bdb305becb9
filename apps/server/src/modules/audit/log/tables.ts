import type { AuditTables } from '../tables.ts';

export interface LogTables extends AuditTables {
  log_hidden: {
    tenant_id: string;
    id: string;
    hidden_at: Date;
    hidden_by: string | null;
  };
  client_error: {
    tenant_id: string;
    id: string;
    at: Date;
    batch: string;
    session_id: string | null;
    user_id: string | null;
    user_name: string | null;
    address: string;
    user_agent: string;
    request_id: string;
    kind: string;
    message: string;
    stack: string | null;
    info: string | null;
    url: string | null;
    happened_at: Date | null;
  };
}
