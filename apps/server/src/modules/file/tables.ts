import type { Generated } from 'kysely';

/** Table file: what is known of stored bytes. */
export interface FileTables {
  file: {
    tenant_id: string;
    id: string;
    enterprise_id: string;
    owner_id: string;
    purpose: string;
    name: string;
    type: string;
    size_bytes: string | number;
    key: string;
    sha256: string;
    created_at: Generated<Date>;
    /** When it ends, for a file that is its owner's alone. */
    expires_at: Generated<Date | null>;
  };
}
