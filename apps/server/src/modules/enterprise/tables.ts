import type { Generated, GeneratedAlways } from 'kysely';
import type { Stored } from '@anlan/contract/kit/resource';
import type { EnterpriseColor, EnterpriseSize, EnterpriseStatus } from '@anlan/contract/modules/enterprise/codes';
import type { enterpriseFieldSpecs } from '@anlan/contract/modules/enterprise/fields';

type Column<Key extends string> = Key extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Column<Rest>}`
  : Key;
type Declared = Stored<{ fields: typeof enterpriseFieldSpecs }>;
type DeclaredColumns = { [Key in keyof Declared & string as Column<Key>]: Declared[Key] };
type Exact =
  | 'registered_capital_fen'
  | 'cover_per_person_fen'
  | 'lng'
  | 'lat'
  | 'revenue10k'
  | 'assets10k'
  | 'area_sqm';
type Filled = 'enterprise_code' | 'status' | 'source' | 'color' | 'color_reasons' | 'profile_rate' | 'updated_at';

type FieldColumns = Omit<DeclaredColumns, Exact | Filled | 'version' | 'chemicals'> &
  // The driver returns exact numbers as text.
  Record<Exact, string | null> & { [Key in Filled]: NonNullable<DeclaredColumns[Key]> };

/** Columns of enterprises: those of the declared fields, and others. */
export interface EnterpriseTable extends FieldColumns {
  tenant_id: string;
  id: string;
  version: Generated<number>;
  chemicals: string | NonNullable<Declared['chemicals']> | null;
  /** All phones, encrypted in one value. The four phone columns contain masked values. */
  phones_sealed: string | null;
  safety_manager_index: string | null;
  remark: string | null;
  next_expiry_on: GeneratedAlways<string | null>;
  /** Causes of the colour, worst first. */
  color_causes: Generated<string[]>;
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
