import type { AuditTables } from '../tables.ts';

/** Tables of the seals. */
export interface SealTables extends AuditTables {
  audit_seal: {
    tenant_id: string;
    /** bigint: comes back as text. */
    no: string | number;
    sealed_at: Date;
    ids: string[];
    marks: string;
    previous: string;
    hash: string;
  };
}
