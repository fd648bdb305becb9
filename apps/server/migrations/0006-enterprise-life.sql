-- The life of an enterprise: every change of its state, who submitted it, what it was merged into, and what tells
-- that two files are about one enterprise.

create table enterprise_status_change (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  -- Null at entry.
  from_status text check (from_status in ('draft', 'underReview', 'active', 'suspended', 'closed', 'rejected')),
  to_status text not null check (to_status in ('draft', 'underReview', 'active', 'suspended', 'closed', 'rejected')),
  at timestamptz not null,
  by_id uuid,
  by_name text,
  note text,
  details jsonb not null default '{}',
  files text[] not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise on delete cascade
);
create index enterprise_status_change_enterprise_idx on enterprise_status_change (tenant_id, enterprise_id, id);
comment on table enterprise_status_change is 'class: enterprise; append-only';

-- Text by which two spellings of one thing are equal: width, case, blanks and punctuation do not count.
create function plain_text(value text) returns text
  language sql immutable parallel safe
  return regexp_replace(upper(normalize(value, nfkc)),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f\ufe30-\ufe4f\uff00-\uff0f]', '', 'g');
-- Nor does how a name ends: 有限公司, 有限责任公司, 公司.
create function plain_name(value text) returns text
  language sql immutable parallel safe
  return coalesce(nullif(regexp_replace(plain_text(value), '((股份)?有限(责任)?)?公司$', ''), ''), plain_text(value));

alter table enterprise no force row level security;
alter table enterprise
  add column submitted_by uuid,
  add column merged_into uuid,
  -- Narrow numbers, so that groups of equal ones are found by reading an index alone.
  add column name_key bigint generated always as (hashtextextended(plain_name(name), 0)) stored,
  add column person_key bigint generated always as
    (hashtextextended(plain_text(legal_person) || ' ' || safety_manager_phone, 0)) stored,
  add column place_key bigint generated always as
    (hashtextextended(plain_text(registered_address) || ' ' || plain_text(legal_person), 0)) stored,
  add foreign key (tenant_id, merged_into) references enterprise;
create index enterprise_name_key_idx on enterprise (tenant_id, name_key, id)
  where removed_at is null and status <> 'closed';
create index enterprise_person_key_idx on enterprise (tenant_id, person_key, id)
  where removed_at is null and status <> 'closed';
create index enterprise_place_key_idx on enterprise (tenant_id, place_key, id)
  where removed_at is null and status <> 'closed';
create index enterprise_merged_idx on enterprise (tenant_id, merged_into) where merged_into is not null;

-- Sessions inside an enterprise, which end with it.
create index session_enterprise_idx on session (tenant_id, enterprise_id)
  where enterprise_id is not null and revoked_at is null;

-- What a house that already stands would otherwise lack.
alter table role no force row level security;
alter table role_permit no force row level security;
alter table menu no force row level security;
insert into role_permit (tenant_id, role_id, permit)
  select tenant_id, id, 'bus:enterprise:submit' from role where code = 'ROLE_ENT_ADMIN'
  union all
  select tenant_id, id, 'bus:enterprise:suspend' from role
    where code in ('ROLE_TENANT_ADMIN', 'ROLE_REGULATOR', 'ROLE_ENT_ADMIN')
  on conflict do nothing;
update menu set page_group = page_group || '{/bus/enterprise/duplicates}'
  where path = '/bus/enterprise/index' and not '/bus/enterprise/duplicates' = any (page_group);
