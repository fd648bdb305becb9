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
    /** When and where a photo was taken, as its camera said. */
    taken_at: Generated<Date | null>;
    taken_lng: Generated<number | null>;
    taken_lat: Generated<number | null>;
    created_at: Generated<Date>;
    /** When it ends, for a file that is its owner's alone. */
    expires_at: Generated<Date | null>;
  };
}
