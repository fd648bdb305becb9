import type { Generated } from 'kysely';

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
    /** Time in the metadata that the camera wrote. */
    taken_at: Generated<Date | null>;
    taken_lng: Generated<number | null>;
    taken_lat: Generated<number | null>;
    created_at: Generated<Date>;
    /** Expiry time. Until a file is attached, only its owner sees it. */
    expires_at: Generated<Date | null>;
  };
}
