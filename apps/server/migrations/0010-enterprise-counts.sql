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

-- What the numbers of a whole tenant are sums of: one row adds to what the others with the same words say, or takes
-- away from it. Every statement that changes enterprises adds its difference, so that sums are exact in each snapshot;
-- rows are folded into one another every few minutes, and counted anew every night.
create table enterprise_fact (
  tenant_id text not null,
  id uuid not null default gen_random_uuid(),
  region_code text collate "C" not null,
  status text not null,
  color text not null,
  supervision_kind text,
  enterprise_size text,
  enterprises int not null,
  signed_in int not null,
  perfect int not null,
  rates bigint not null,
  located int not null,
  sum_x bigint not null,
  sum_y bigint not null,
  -- The smallest box that all of them have ever lain in since they were counted anew.
  west int,
  south int,
  east int,
  north int,
  folded boolean not null default false,
  primary key (tenant_id, id)
);
comment on table enterprise_fact is 'class: tenant';

create function enterprise_fact_note() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into enterprise_fact (tenant_id, region_code, status, color, supervision_kind, enterprise_size, enterprises,
      signed_in, perfect, rates, located, sum_x, sum_y, west, south, east, north)
    select tenant_id, region_code, status, color, supervision_kind, enterprise_size, count(*), sum(signed_in::int),
      sum(profile_perfect::int), sum(profile_rate), count(point_x), coalesce(sum(point_x), 0), coalesce(sum(point_y), 0),
      min(point_x), min(point_y), max(point_x), max(point_y)
    from arrived where removed_at is null group by 1, 2, 3, 4, 5, 6;
  elsif tg_op = 'DELETE' then
    insert into enterprise_fact (tenant_id, region_code, status, color, supervision_kind, enterprise_size, enterprises,
      signed_in, perfect, rates, located, sum_x, sum_y)
    select tenant_id, region_code, status, color, supervision_kind, enterprise_size, -count(*), -sum(signed_in::int),
      -sum(profile_perfect::int), -sum(profile_rate), -count(point_x), -coalesce(sum(point_x), 0), -coalesce(sum(point_y), 0)
    from gone where removed_at is null group by 1, 2, 3, 4, 5, 6;
  else
    insert into enterprise_fact (tenant_id, region_code, status, color, supervision_kind, enterprise_size, enterprises,
      signed_in, perfect, rates, located, sum_x, sum_y, west, south, east, north)
    select tenant_id, region_code, status, color, supervision_kind, enterprise_size, sum(n), sum(n * signed_in::int),
      sum(n * profile_perfect::int), sum(n * profile_rate), sum(case when x is null then 0 else n end),
      coalesce(sum(n * x::bigint), 0), coalesce(sum(n * y::bigint), 0), min(x) filter (where n = 1),
      min(y) filter (where n = 1), max(x) filter (where n = 1), max(y) filter (where n = 1)
    from (
      select 1 as n, tenant_id, region_code, status, color, supervision_kind, enterprise_size, signed_in, profile_perfect,
        profile_rate, point_x as x, point_y as y from arrived where removed_at is null
      union all
      select -1, tenant_id, region_code, status, color, supervision_kind, enterprise_size, signed_in, profile_perfect,
        profile_rate, point_x, point_y from gone where removed_at is null
    ) changed
    group by 1, 2, 3, 4, 5, 6
    having sum(n) <> 0 or sum(n * signed_in::int) <> 0 or sum(n * profile_perfect::int) <> 0
      or sum(n * profile_rate) <> 0 or sum(case when x is null then 0 else n end) <> 0
      or sum(n * x::bigint) <> 0 or sum(n * y::bigint) <> 0;
  end if;
  return null;
end $$;

create trigger enterprise_fact_insert after insert on enterprise
  referencing new table as arrived for each statement execute function enterprise_fact_note();
create trigger enterprise_fact_update after update on enterprise
  referencing old table as gone new table as arrived for each statement execute function enterprise_fact_note();
create trigger enterprise_fact_delete after delete on enterprise
  referencing old table as gone for each statement execute function enterprise_fact_note();

-- Puts rows with the same words into one. The lock is held before the statement takes its snapshot: what another one
-- has folded meanwhile is then seen.
create function enterprise_fact_fold(of_tenant text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('enterprise_fact'), hashtext(of_tenant));
  with taken as (delete from enterprise_fact where tenant_id = of_tenant returning *)
  insert into enterprise_fact (tenant_id, region_code, status, color, supervision_kind, enterprise_size, enterprises,
    signed_in, perfect, rates, located, sum_x, sum_y, west, south, east, north, folded)
  select tenant_id, region_code, status, color, supervision_kind, enterprise_size, sum(enterprises), sum(signed_in),
    sum(perfect), sum(rates), sum(located), sum(sum_x), sum(sum_y), min(west), min(south), max(east), max(north), true
  from taken group by 1, 2, 3, 4, 5, 6 having sum(enterprises) <> 0;
end $$;

-- Counts a tenant anew, beside whatever is written meanwhile: the one statement sees of each change either both the
-- enterprise and its difference or neither.
create function enterprise_fact_recount(of_tenant text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('enterprise_fact'), hashtext(of_tenant));
  with taken as (delete from enterprise_fact where tenant_id = of_tenant)
  insert into enterprise_fact (tenant_id, region_code, status, color, supervision_kind, enterprise_size, enterprises,
    signed_in, perfect, rates, located, sum_x, sum_y, west, south, east, north, folded)
  select tenant_id, region_code, status, color, supervision_kind, enterprise_size, count(*), sum(signed_in::int),
    sum(profile_perfect::int), sum(profile_rate), count(point_x), coalesce(sum(point_x), 0), coalesce(sum(point_y), 0),
    min(point_x), min(point_y), max(point_x), max(point_y), true
  from enterprise where tenant_id = of_tenant and removed_at is null group by 1, 2, 3, 4, 5, 6;
end $$;

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
    perform enterprise_fact_recount(tenant);
  end loop;
  perform set_config('anlan.tenant_id', '', true), set_config('row_security', 'off', true);
end $$;
