import type { Generated, GeneratedAlways } from 'kysely';
import type {
  EnterpriseColor,
  EnterpriseSize,
  EnterpriseStatus,
  RiskLevel,
  StandardLevel,
} from '@anlan/contract/modules/enterprise/codes';

export interface Chemical {
  name: string;
  cas: string | null;
  maxTonnes: number | null;
}

/** Columns of enterprises. The driver returns decimals as text and days as `yyyy-MM-dd`. */
export interface EnterpriseTable {
  tenant_id: string;
  id: string;
  version: Generated<number>;
  name: string;
  short_name: string | null;
  alias_name: string | null;
  credit_code: string;
  enterprise_code: string;
  economic_type: string | null;
  established_on: string | null;
  registered_capital_fen: string | null;
  business_scope: string | null;
  licence_to: string | null;
  licence: string | null;
  parent_id: string | null;
  supervision_kind: string;
  authority_id: string | null;
  officer_id: string | null;
  region_code: string;
  town: string | null;
  town_code: string | null;
  registered_address: string;
  business_address: string | null;
  lng: string | null;
  lat: string | null;
  industry_code: string;
  industry_class: string | null;
  enterprise_size: EnterpriseSize | null;
  headcount: number | null;
  revenue10k: string | null;
  assets10k: string | null;
  area_sqm: string | null;
  legal_person: string;
  legal_phone: string | null;
  head_name: string | null;
  head_phone: string | null;
  safety_head_name: string | null;
  safety_head_phone: string | null;
  safety_manager_name: string;
  safety_manager_phone: string;
  /** All phones, encrypted in one value. The four phone columns above contain masked values. */
  phones_sealed: string | null;
  safety_manager_index: string | null;
  full_time_safety: number | null;
  part_time_safety: number | null;
  emergency_phone: string | null;
  email: string | null;
  has_safety_body: boolean | null;
  standard_level: StandardLevel | null;
  standard_no: string | null;
  standard_to: string | null;
  insurer: string | null;
  policy_no: string | null;
  insured_count: number | null;
  cover_per_person_fen: string | null;
  policy_to: string | null;
  injury_insured: number | null;
  hazard_features: string[] | null;
  high_risk_kinds: string[] | null;
  chemicals: string | Chemical[] | null;
  confined_spaces: number | null;
  dust_workers: number | null;
  occupational_exposed: number | null;
  permit_kinds: string[] | null;
  car_types: string[] | null;
  labels: string[] | null;
  transport_licence_no: string | null;
  transport_licence_to: string | null;
  dispatchers: number | null;
  status: EnterpriseStatus;
  source: string;
  remark: string | null;
  joined_at: Date | null;
  activated_at: Date | null;
  review_note: string | null;
  plan_code: string | null;
  membership_to: string | null;
  profile_rate: number;
  dossier_rate: number | null;
  health_score: number | null;
  color: EnterpriseColor;
  color_reasons: string[];
  inherent_color: RiskLevel | null;
  logo_url: string | null;
  next_expiry_on: GeneratedAlways<string | null>;
  /** Id of the user who submitted the enterprise for review last. */
  submitted_by: string | null;
  merged_into: string | null;
  /** Pinyin search columns; see decision 0067. */
  name_search: Generated<string>;
  short_name_search: Generated<string>;
  name_key: GeneratedAlways<string | null>;
  person_key: GeneratedAlways<string | null>;
  place_key: GeneratedAlways<string | null>;
  created_at: Date;
  created_by: string | null;
  updated_at: Date;
  updated_by: string | null;
  first_signed_in_at: Date | null;
  signed_in: GeneratedAlways<boolean>;
  profile_perfect: GeneratedAlways<boolean>;
  /** Whether an import activated the enterprise directly. */
  with_import: GeneratedAlways<boolean>;
  point_x: GeneratedAlways<number | null>;
  point_y: GeneratedAlways<number | null>;
  point_row: GeneratedAlways<number | null>;
  removed_at: Date | null;
  removed_by: string | null;
}

/** Counts of enterprises with the same key values. Only triggers and SQL functions write this table. */
export interface EnterpriseFactTable {
  tenant_id: string;
  region_code: string;
  status: EnterpriseStatus;
  color: EnterpriseColor;
  supervision_kind: string;
  enterprise_size: EnterpriseSize | null;
  enterprises: number;
  signed_in: number;
  perfect: number;
  rates: string;
  located: number;
  sum_x: string;
  sum_y: string;
  west: number | null;
  south: number | null;
  east: number | null;
  north: number | null;
  folded: boolean;
}

export interface EnterpriseTables {
  enterprise: EnterpriseTable;
  enterprise_tag: { tenant_id: string; enterprise_id: string; kind: string; value: string };
  counter: { tenant_id: string; name: string; value: number };
  enterprise_fact: EnterpriseFactTable;
  enterprise_total: { tenant_id: string; id: string; enterprises: number };
  enterprise_color_month: {
    tenant_id: string;
    month: string;
    region_code: string;
    color: EnterpriseColor;
    enterprises: number;
    taken_at: Date;
  };
}
