import type { Generated } from 'kysely';
import type { Change } from '@anlan/contract/domain/field-change';

export interface AuditTables {
  audit: {
    tenant_id: string;
    id: string;
    parent_id: string | null;
    at: Generated<Date>;
    user_id: string | null;
    user_name: string | null;
    session_id: string | null;
    enterprise_id: string | null;
    address: string;
    user_agent: string;
    request_id: string;
    call: string;
    object_type: string | null;
    object_id: string | null;
    outcome: 'done' | 'failed';
    note: string | null;
    changes: string | Change[];
  };
}
