import type { Generated } from 'kysely';

/** Tables of the vault. */
export interface VaultTables {
  data_key: {
    tenant_id: string;
    kind: 'field' | 'index';
    no: number;
    /** next: known to all, used by none yet; current: seals; old: opens what is still under it. */
    state: 'next' | 'current' | 'old';
    wrapped: string;
    master: string;
    created_at: Generated<Date>;
    replaced_at: Date | null;
  };
}
