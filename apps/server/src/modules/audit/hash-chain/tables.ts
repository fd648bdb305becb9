import type { Generated } from 'kysely';
import type { AuditTables } from '../tables.ts';

/** Tables of the seals. */
export interface HashChainTables extends AuditTables {
  audit_seal: {
    tenant_id: string;
    /** bigint: comes back as text. */
    no: string | number;
    /** Said by the database. */
    sealed_at: Generated<Date>;
    ids: string[];
    marks: string;
    previous: string;
    hash: string;
  };
}
