-- Enterprises (企业). The table itself is of class enterprise by its own id.

create table enterprise (
  tenant_id text not null references tenant,
  id uuid not null,
  version int not null default 1,
  name text collate "C" not null,
  short_name text,
  alias_name text,
  credit_code text collate "C" not null,
  enterprise_code text not null,
  economic_type text,
  established_on date,
  registered_capital_fen bigint,
  business_scope text,
  licence_to date,
  licence text,
  parent_id uuid,
  supervision_kind text not null,
  authority_id uuid,
  officer_id uuid,
  region_code text collate "C" not null,
  town text,
  registered_address text not null,
  business_address text,
  lng numeric(9, 6),
  lat numeric(9, 6),
  industry_code text collate "C" not null,
  industry_class text,
  enterprise_size text,
  headcount int,
  revenue10k numeric,
  assets10k numeric,
  area_sqm numeric,
  legal_person text not null,
  legal_phone text,
  head_name text,
  head_phone text,
  safety_head_name text,
  safety_head_phone text,
  safety_manager_name text not null,
  safety_manager_phone text not null,
  full_time_safety int,
  part_time_safety int,
  emergency_phone text,
  email text,
  has_safety_body boolean,
  standard_level text,
  standard_no text,
  standard_to date,
  insurer text,
  policy_no text,
  insured_count int,
  cover_per_person_fen bigint,
  policy_to date,
  injury_insured int,
  hazard_features text[],
  high_risk_kinds text[],
  chemicals jsonb,
  confined_spaces int,
  dust_workers int,
  occupational_exposed int,
  permit_kinds text[],
  car_types text[],
  transport_licence_no text,
  transport_licence_to date,
  dispatchers int,
  status text not null check (status in ('draft', 'underReview', 'active', 'suspended', 'closed', 'rejected')),
  source text not null,
  remark text,
  joined_at timestamptz,
  activated_at timestamptz,
  review_note text,
  plan_code text,
  membership_to date,
  profile_rate int not null default 0,
  dossier_rate int,
  health_score int,
  color text not null default 'unrated' check (color in ('red', 'orange', 'yellow', 'blue', 'unrated')),
  color_reasons text[] not null default '{}',
  inherent_color text,
  logo_url text,
  -- The soonest of the five dates a file can run out on.
  next_expiry_on date generated always as
    (least(licence_to, standard_to, policy_to, transport_licence_to, membership_to)) stored,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references enterprise,
  foreign key (tenant_id, authority_id) references organ,
  foreign key (tenant_id, officer_id) references app_user
);
comment on table enterprise is 'class: enterprise by id';

create unique index enterprise_credit_code_key on enterprise (tenant_id, credit_code)
  where status <> 'closed' and removed_at is null;
create unique index enterprise_code_key on enterprise (tenant_id, enterprise_code);
-- One index a sort; ids close every order, and empty values are the smallest both ways.
create index enterprise_updated_idx on enterprise (tenant_id, updated_at, id) where removed_at is null;
create index enterprise_name_idx on enterprise (tenant_id, name, id) where removed_at is null;
create index enterprise_headcount_idx on enterprise (tenant_id, headcount nulls first, id) where removed_at is null;
create index enterprise_activated_idx on enterprise (tenant_id, activated_at nulls first, id) where removed_at is null;
create index enterprise_membership_idx on enterprise (tenant_id, membership_to nulls first, id) where removed_at is null;
create index enterprise_profile_idx on enterprise (tenant_id, profile_rate, id) where removed_at is null;
create index enterprise_dossier_idx on enterprise (tenant_id, dossier_rate nulls first, id) where removed_at is null;
create index enterprise_score_idx on enterprise (tenant_id, health_score nulls first, id) where removed_at is null;
-- Filters that choose few rows, in the list's usual order.
create index enterprise_status_idx on enterprise (tenant_id, status, updated_at, id) where removed_at is null;
create index enterprise_color_idx on enterprise (tenant_id, color, updated_at, id) where removed_at is null;
create index enterprise_region_idx on enterprise (tenant_id, region_code, id) where removed_at is null;
create index enterprise_industry_idx on enterprise (tenant_id, industry_code, id) where removed_at is null;
create index enterprise_officer_idx on enterprise (tenant_id, officer_id, id) where removed_at is null;
create index enterprise_expiry_idx on enterprise (tenant_id, next_expiry_on, id) where removed_at is null;
create index enterprise_credit_idx on enterprise (tenant_id, credit_code, id) where removed_at is null;

-- Values of the list-valued fields, one row each, so that a filter on them reaches an index under row security.
create table enterprise_tag (
  tenant_id text not null,
  enterprise_id uuid not null,
  kind text not null,
  value text not null,
  primary key (tenant_id, kind, value, enterprise_id),
  foreign key (tenant_id, enterprise_id) references enterprise on delete cascade
);
create index enterprise_tag_enterprise_idx on enterprise_tag (tenant_id, enterprise_id);
comment on table enterprise_tag is 'class: enterprise';

create table user_enterprise (
  tenant_id text not null,
  user_id uuid not null,
  enterprise_id uuid not null,
  primary key (tenant_id, user_id, enterprise_id),
  foreign key (tenant_id, user_id) references app_user,
  foreign key (tenant_id, enterprise_id) references enterprise
);
create index user_enterprise_enterprise_idx on user_enterprise (tenant_id, enterprise_id);
comment on table user_enterprise is 'class: tenant';

-- Rows of a spreadsheet between the dry run and the confirmation.
create table enterprise_import_row (
  tenant_id text not null,
  job_id uuid not null,
  row_no int not null,
  credit_code text,
  cells jsonb not null,
  fields jsonb,
  problems jsonb not null default '[]',
  duplicate_of uuid,
  primary key (tenant_id, job_id, row_no),
  foreign key (tenant_id, job_id) references job
);
comment on table enterprise_import_row is 'class: tenant';
