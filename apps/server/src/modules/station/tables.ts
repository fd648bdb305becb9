import type { Generated } from 'kysely';
import type { StationStatus } from '@anlan/contract/domain/station';

/** Table station. Exact numbers come as text. */
export interface StationTable {
  tenant_id: string;
  id: string;
  version: Generated<number>;
  enterprise_id: string;
  code: string;
  name: string;
  kind: string;
  grade: string | null;
  region_code: string;
  address: string;
  lng: string | null;
  lat: string | null;
  manager_name: string;
  /** Masked. */
  manager_phone: string;
  manager_phone_sealed: string | null;
  area_sqm: string | null;
  status: Generated<StationStatus>;
  created_at: Date;
  created_by: string | null;
  updated_at: Date;
  updated_by: string | null;
  removed_at: Date | null;
  removed_by: string | null;
}

/** Tables of the room station. */
export interface StationTables {
  station: StationTable;
}
