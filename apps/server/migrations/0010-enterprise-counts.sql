-- What the counts and the map read of an enterprise: values that follow from its row, and indexes that answer alone.

alter table enterprise
  -- The first time that somebody of its own staff signed in.
  add column first_signed_in_at timestamptz,
  -- 档案完善: nothing that is required is empty, and the rate reaches 90 (contract/domain/profile-rate.ts; a test compares).
  add column profile_perfect boolean not null generated always as (
    profile_rate >= 90 and name <> '' and credit_code <> '' and coalesce(economic_type, '') <> ''
    and established_on is not null and coalesce(licence, '') <> '' and supervision_kind <> '' and authority_id is not null
    and region_code <> '' and registered_address <> '' and coalesce(business_address, '') <> '' and industry_code <> ''
    and coalesce(enterprise_size, '') <> '' and headcount is not null and legal_person <> ''
    and coalesce(head_name, '') <> '' and coalesce(head_phone, '') <> '' and coalesce(safety_head_name, '') <> ''
    and coalesce(safety_head_phone, '') <> '' and safety_manager_name <> '' and safety_manager_phone <> ''
    and full_time_safety is not null and coalesce(emergency_phone, '') <> '' and has_safety_body is not null
    and coalesce(standard_level, '') <> '' and hazard_features is not null
    and (supervision_kind <> 'transport' or coalesce(transport_licence_no, '') <> '' and transport_licence_to is not null)
  ) stored,
  -- The point on the map (GCJ-02) in millionths of a degree, and its row: the hundredth of a degree that it lies in.
  add column point_x int generated always as (case when lat is not null then (lng * 1000000)::int end) stored,
  add column point_y int generated always as (case when lng is not null then (lat * 1000000)::int end) stored,
  add column point_row int generated always as (case when lng is not null then floor(lat * 100)::int end) stored;
alter table enterprise
  add column signed_in boolean not null generated always as (first_signed_in_at is not null) stored;

-- Every number by region, kind, size, state and colour comes from here without the table itself.
-- The id ends the key and is not only carried along: the range of ids in sight is then compared in the index, not by a
-- filter that casts it anew for each of 700,000 rows (four fifths of the time).
create index enterprise_facets_idx on enterprise
  (tenant_id, region_code, status, supervision_kind, enterprise_size, color, id)
  include (activated_at, signed_in, profile_perfect, profile_rate, point_x, point_y) where removed_at is null;
-- A view of the map is some rows and in each a range from west to east.
create index enterprise_point_idx on enterprise (tenant_id, point_row, point_x, id)
  include (point_y, status, color) where removed_at is null and point_row is not null;
-- Filters that the numbers lead to, in the list's usual order.
create index enterprise_perfect_idx on enterprise (tenant_id, profile_perfect, updated_at, id) where removed_at is null;
create index enterprise_signed_in_idx on enterprise (tenant_id, signed_in, updated_at, id) where removed_at is null;

-- How many supervised enterprises of a region had a colour when a month was last looked at: every night.
create table enterprise_color_month (
  tenant_id text not null references tenant,
  month text collate "C" not null check (month ~ '^\d{4}-\d{2}$'),
  region_code text collate "C" not null,
  color text not null check (color in ('red', 'orange', 'yellow', 'blue', 'unrated')),
  enterprises int not null,
  taken_at timestamptz not null,
  primary key (tenant_id, month, region_code, color)
);
comment on table enterprise_color_month is 'class: tenant';

-- Sign-ins that were before this column are known to the audit.
do $$
declare
  tenant text;
begin
  -- The owner is no exception to the policies; under them it sees one tenant after the other.
  perform set_config('row_security', 'on', true), set_config('anlan.enterprise_from', '00000000-0000-0000-0000-000000000000', true),
    set_config('anlan.enterprise_to', 'ffffffff-ffff-ffff-ffff-ffffffffffff', true);
  for tenant in select id from brand loop
    perform set_config('anlan.tenant_id', tenant, true);
    update enterprise e set first_signed_in_at = s.at
    from (select enterprise_id, min(at) as at from audit
          where tenant_id = tenant and call = 'session.signIn' and outcome = 'done' and enterprise_id is not null
          group by enterprise_id) s
    where e.tenant_id = tenant and e.id = s.enterprise_id;
  end loop;
  perform set_config('anlan.tenant_id', '', true), set_config('row_security', 'off', true);
end $$;
