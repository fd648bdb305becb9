import type { Generated } from 'kysely';
import type { AuditTables } from '../tables.ts';

export interface HashChainTables extends AuditTables {
  audit_seal: {
    tenant_id: string;
    /** Number of the link; the driver returns bigint as text. */
    no: string | number;
    sealed_at: Generated<Date>;
    ids: string[];
    marks: string;
    previous: string;
    hash: string;
  };
}
