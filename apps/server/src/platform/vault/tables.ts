import type { Generated } from 'kysely';

export interface VaultTables {
  data_key: {
    tenant_id: string;
    kind: 'field' | 'index';
    no: number;
    /** next: known, not used yet; current: encrypts; old: only decrypts. */
    state: 'next' | 'current' | 'old';
    wrapped: string;
    master: string;
    created_at: Generated<Date>;
    replaced_at: Date | null;
  };
}
