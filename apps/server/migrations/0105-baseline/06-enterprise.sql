-- Enterprises, their applications, imports, sums and stations. Indexes for list orders include columns with few
-- values, so that filtered lists and counts do not read the table.

create function name_search_follows() returns trigger language plpgsql as $$
    begin
      if starts_with(new.name_search, lower(new.name collate "C") || chr(10)) is not true then
        new.name_search := coalesce(lower(new.name collate "C"), '');
      end if;
      return new;
    end $$;

-- Enterprises (企业). Row security compares the enterprise of the scope with `id`; other tables have `enterprise_id`.
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
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  submitted_by uuid,
  merged_into uuid,
  -- 64-bit hashes of the name and of the address with the legal person. An index-only scan finds enterprises with
  -- equal hashes (possible duplicates).
  name_key bigint generated always as (hashtextextended(plain_name(name), 0)) stored,
  place_key bigint generated always as (hashtextextended(plain_text(registered_address) || ' ' || plain_text(legal_person), 0)) stored,
  town_code text collate "C",
  -- 企业标签, given by the authority.
  labels text[],
  -- The next columns are computed from the row, for counts and the map. The indexes include them, so that index-only
  -- scans suffice.
  -- First sign-in of an employee of the enterprise.
  first_signed_in_at timestamptz,
  -- 档案完善: all required fields are filled and the rate is at least 90 (contract/domain/profile-rate.ts; a test
  -- compares).
  profile_perfect boolean not null generated always as ( profile_rate >= 90 and name <> '' and credit_code <> '' and coalesce(economic_type, '') <> '' and established_on is not null and coalesce(licence, '') <> '' and supervision_kind <> '' and authority_id is not null and region_code <> '' and registered_address <> '' and coalesce(business_address, '') <> '' and industry_code <> '' and coalesce(enterprise_size, '') <> '' and headcount is not null and legal_person <> '' and coalesce(head_name, '') <> '' and coalesce(head_phone, '') <> '' and coalesce(safety_head_name, '') <> '' and coalesce(safety_head_phone, '') <> '' and safety_manager_name <> '' and safety_manager_phone <> '' and full_time_safety is not null and coalesce(emergency_phone, '') <> '' and has_safety_body is not null and coalesce(standard_level, '') <> '' and hazard_features is not null and (supervision_kind <> 'transport' or coalesce(transport_licence_no, '') <> '' and transport_licence_to is not null) ) stored,
  -- Coordinates (GCJ-02) in millionths of a degree. `point_row` is the latitude in hundredths of a degree.
  point_x int generated always as (case when lat is not null then (lng * 1000000)::int end) stored,
  point_y int generated always as (case when lng is not null then (lat * 1000000)::int end) stored,
  point_row int generated always as (case when lng is not null then floor(lat * 100)::int end) stored,
  signed_in boolean not null generated always as (first_signed_in_at is not null) stored,
  -- For data scopes (数据范围): a regulator may be limited to regions. Each enterprise row has the code of its street, or
  -- of its region if it has no street. A region with all its streets is one range of codes.
  oversight_code text collate "C" not null generated always as (coalesce(nullif(town_code, ''), region_code) collate "C") stored,
  phones_sealed text,
  -- Blind index of the safety manager's phone: equal for equal phones. Computed with the tenant's key.
  safety_manager_index text collate "C",
  person_key bigint generated always as (hashtextextended(plain_text(legal_person) || ' ' || safety_manager_index, 0)) stored,
  -- Earliest of the expiry dates.
  next_expiry_on date generated always as (LEAST(licence_to, standard_to, policy_to,
case
    when (supervision_kind = 'transport') then transport_licence_to
    else NULL::date
end)) stored,
  name_search text collate "C" not null default '',
  -- Whether the enterprise was activated within a minute of its import. Such enterprises have their own counts and
  -- lists.
  with_import boolean not null generated always as (coalesce(source = 'import' and activated_at - created_at < interval '00:01:00', false)) stored,
  -- Text for searching short names (简称) by characters, pinyin and initials (0097, decision 0067).
  short_name_search text collate "C" not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_id) references enterprise,
  foreign key (tenant_id, authority_id) references organ,
  foreign key (tenant_id, officer_id) references app_user,
  foreign key (tenant_id, merged_into) references enterprise
);
comment on table enterprise is 'class: enterprise by id in region';
comment on column enterprise.phones_sealed is 'sealed by id';
-- The next start encrypts existing phones and stores the mask. A full phone is never written here.
alter table enterprise add constraint enterprise_phones_are_masked check (phone_is_masked(legal_phone) and phone_is_masked(head_phone) and phone_is_masked(safety_head_phone) and phone_is_masked(safety_manager_phone)) not valid;
-- Pages cannot show an unknown code: a single such row would make its whole list fail.
alter table enterprise add constraint enterprise_codes_are_known check (enterprise_size in ('large', 'medium', 'small', 'micro') and standard_level in ('none', 'small', 'third', 'second', 'first') and inherent_color in ('major', 'considerable', 'general', 'low')) not valid;
alter table enterprise add constraint enterprise_chemicals_are_listed check (jsonb_typeof(chemicals) = 'array' and not jsonb_path_exists( chemicals, '$[*] ? (!(exists (@.name) && exists (@.cas) && exists (@.maxTonnes)))')) not valid;
create unique index enterprise_credit_code_key on enterprise (tenant_id, credit_code)
  where status <> 'closed' and removed_at is null;
create unique index enterprise_code_key on enterprise (tenant_id, enterprise_code);
-- One index per sort column. The id makes each order unique. Null sorts as the smallest value.
create index enterprise_updated_idx on enterprise (tenant_id, updated_at, id) where removed_at is null;
create index enterprise_officer_idx on enterprise (tenant_id, officer_id, id) where removed_at is null;
create index enterprise_credit_idx on enterprise (tenant_id, credit_code, id) where removed_at is null;
-- For the foreign key, and for the removal of a parent enterprise.
create index enterprise_parent_idx on enterprise (tenant_id, parent_id) where parent_id is not null;
create index enterprise_name_key_idx on enterprise (tenant_id, name_key, id)
  where removed_at is null and status <> 'closed';
create index enterprise_place_key_idx on enterprise (tenant_id, place_key, id)
  where removed_at is null and status <> 'closed';
create index enterprise_merged_idx on enterprise (tenant_id, merged_into) where merged_into is not null;
create index enterprise_town_idx on enterprise (tenant_id, town_code, id) where removed_at is null and town_code is not null;
-- For all counts by region, kind, size, state and colour, by index-only scans.
-- The id is a key column, not an included column: the range of visible ids is then an index condition. A filter would
-- cast the id of each of 700,000 rows, which is four fifths of the time.
create index enterprise_facets_idx on enterprise
  (tenant_id, region_code, status, supervision_kind, enterprise_size, color, id)
  include (activated_at, signed_in, profile_perfect, profile_rate, point_x, point_y) where removed_at is null;
-- A map viewport covers some values of `point_row`, each with a range from west to east.
create index enterprise_point_idx on enterprise (tenant_id, point_row, point_x, id)
  include (point_y, status, color, oversight_code) where ((removed_at is null) and (point_row is not null));
create index enterprise_person_key_idx on enterprise (tenant_id, person_key, id)
  where removed_at is null and status <> 'closed';
create index enterprise_plain_idx on enterprise (tenant_id, id) where phones_sealed is null;
-- Finds removed enterprises with a removed street or grid, to clear that column. Otherwise a restored enterprise
-- could get a street that reuses the code. These rows are few and in no other index.
create index enterprise_removed_town_idx on enterprise (tenant_id, town_code)
  where removed_at is not null and town_code is not null;
-- For counts and lists of regulators who are limited to regions.
create index enterprise_oversight_idx on enterprise (tenant_id, oversight_code, updated_at, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, industry_code, region_code,
    profile_perfect, signed_in, next_expiry_on) where removed_at is null;
create index enterprise_color_idx on enterprise (tenant_id, color, updated_at, id)
  include (status, enterprise_size, supervision_kind, standard_level, profile_perfect, signed_in, next_expiry_on, oversight_code)
  where (removed_at is null);
create index enterprise_dossier_idx on enterprise (tenant_id, dossier_rate nulls first, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, industry_code, region_code, profile_perfect, signed_in, next_expiry_on, oversight_code)
  where (removed_at is null);
create index enterprise_headcount_idx on enterprise (tenant_id, headcount nulls first, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, industry_code, region_code, profile_perfect, signed_in, next_expiry_on, oversight_code)
  where (removed_at is null);
-- Indexes for selective filters. Each index returns the rows in the default order of the list (updated_at, id).
create index enterprise_industry_idx on enterprise (tenant_id, industry_code, updated_at, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, profile_perfect, signed_in, next_expiry_on, oversight_code)
  where (removed_at is null);
create index enterprise_kind_idx on enterprise (tenant_id, supervision_kind, updated_at, id)
  include (status, color, enterprise_size, standard_level, profile_perfect, signed_in, next_expiry_on, oversight_code)
  where (removed_at is null);
create index enterprise_membership_idx on enterprise (tenant_id, membership_to nulls first, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, industry_code, region_code, profile_perfect, signed_in, next_expiry_on, oversight_code)
  where (removed_at is null);
-- Each sort column has an index. The index includes the filter columns, because a filter may correlate with the sort
-- order.
create index enterprise_name_idx on enterprise (tenant_id, name, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, industry_code, region_code, profile_perfect, signed_in, next_expiry_on, oversight_code)
  where (removed_at is null);
create index enterprise_perfect_idx on enterprise (tenant_id, profile_perfect, updated_at, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, signed_in, next_expiry_on, oversight_code)
  where (removed_at is null);
create index enterprise_profile_idx on enterprise (tenant_id, profile_rate, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, industry_code, region_code, profile_perfect, signed_in, next_expiry_on, oversight_code)
  where (removed_at is null);
create index enterprise_score_idx on enterprise (tenant_id, health_score nulls first, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, industry_code, region_code, profile_perfect, signed_in, next_expiry_on, oversight_code)
  where (removed_at is null);
create index enterprise_signed_in_idx on enterprise (tenant_id, signed_in, updated_at, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, profile_perfect, next_expiry_on, oversight_code)
  where (removed_at is null);
create index enterprise_size_idx on enterprise (tenant_id, enterprise_size, updated_at, id)
  include (status, color, supervision_kind, standard_level, profile_perfect, signed_in, next_expiry_on, oversight_code)
  where (removed_at is null);
create index enterprise_standard_idx on enterprise (tenant_id, standard_level, updated_at, id)
  include (status, color, enterprise_size, supervision_kind, profile_perfect, signed_in, next_expiry_on, oversight_code)
  where (removed_at is null);
create index enterprise_status_idx on enterprise (tenant_id, status, updated_at, id)
  include (color, enterprise_size, supervision_kind, standard_level, profile_perfect, signed_in, next_expiry_on, oversight_code)
  where (removed_at is null);
-- This index also includes the coordinates and the profile rate.
create index enterprise_activated_idx on enterprise (tenant_id, activated_at nulls first, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, industry_code, region_code,
    profile_perfect, signed_in, next_expiry_on, oversight_code, profile_rate, point_x, point_y) where removed_at is null;
-- For warnings of expiry dates, which only concern supervised enterprises.
create index enterprise_expiry_idx on enterprise (tenant_id, next_expiry_on, id)
  include (status, color, region_code, oversight_code) where removed_at is null;
-- Narrow, because a search reads the whole index. Includes the column of row security.
create index enterprise_name_search_idx on enterprise (tenant_id, name_search, id) include (oversight_code)
  where removed_at is null;
-- Enterprises whose names have no stored readings.
create index enterprise_name_unread_idx on enterprise (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create index enterprise_with_import_idx on enterprise (tenant_id, activated_at, id) include (region_code, status)
  where removed_at is null and with_import;
create index enterprise_decided_idx on enterprise (tenant_id, activated_at, id) include (oversight_code, region_code, status)
  where removed_at is null and not with_import;
create index enterprise_unlocated_idx on enterprise (tenant_id, updated_at, id)
  include (region_code, status, color, enterprise_size, supervision_kind) where removed_at is null and point_x is null;
-- Contains only short names that are not part of the name. A search by name finds the others.
create index enterprise_short_name_search_idx on enterprise (tenant_id, short_name_search, id)
  include (oversight_code) where removed_at is null and strpos(name, short_name) = 0;
create index enterprise_short_name_unread_idx on enterprise (tenant_id, id)
  where short_name is not null and strpos(short_name_search, chr(10)) = 0;

-- Computes the profile rate (档案完善率) for rows that are inserted without one, for example by COPY
-- (contract/domain/profile-rate.ts; a test compares). Rows saved by the product always have a rate above zero.
-- The trigger computes the rate itself. Current minor versions of PostgreSQL refuse to rewrite a table while a
-- function takes its row type.
create function enterprise_arrives() returns trigger language plpgsql as $$
begin
  new.profile_rate := 100 * (
    2 * num_nonnulls(nullif(btrim(new.name), ''), nullif(btrim(new.credit_code), ''), nullif(btrim(new.economic_type), ''),
      new.established_on, nullif(btrim(new.licence), ''), nullif(btrim(new.supervision_kind), ''), new.authority_id,
      nullif(btrim(new.region_code), ''), nullif(btrim(new.registered_address), ''),
      nullif(btrim(new.business_address), ''), nullif(btrim(new.industry_code), ''), nullif(btrim(new.enterprise_size), ''),
      new.headcount, nullif(btrim(new.legal_person), ''), nullif(btrim(new.head_name), ''),
      nullif(btrim(new.head_phone), ''), nullif(btrim(new.safety_head_name), ''), nullif(btrim(new.safety_head_phone), ''),
      nullif(btrim(new.safety_manager_name), ''), nullif(btrim(new.safety_manager_phone), ''), new.full_time_safety,
      nullif(btrim(new.emergency_phone), ''), new.has_safety_body, nullif(btrim(new.standard_level), ''),
      new.hazard_features)
    + num_nonnulls(nullif(btrim(new.short_name), ''), nullif(btrim(new.alias_name), ''), new.registered_capital_fen,
      nullif(btrim(new.business_scope), ''), new.licence_to, new.parent_id, new.officer_id, nullif(btrim(new.town), ''),
      new.lng, new.lat, nullif(btrim(new.industry_class), ''), new.revenue10k, new.assets10k, new.area_sqm,
      nullif(btrim(new.legal_phone), ''), new.part_time_safety, nullif(btrim(new.email), ''),
      nullif(btrim(new.standard_no), ''), new.standard_to, nullif(btrim(new.insurer), ''), nullif(btrim(new.policy_no), ''),
      new.insured_count, new.cover_per_person_fen, new.policy_to, new.injury_insured,
      nullif(new.high_risk_kinds, '{}'), nullif(new.chemicals, '[]'), new.confined_spaces, new.dust_workers,
      new.occupational_exposed, nullif(new.permit_kinds, '{}'))
    + case when new.supervision_kind = 'transport' then
        2 * num_nonnulls(nullif(btrim(new.transport_licence_no), ''), new.transport_licence_to)
        + num_nonnulls(nullif(new.car_types, '{}'), new.dispatchers)
      else 0 end
  ) / case when new.supervision_kind = 'transport' then 87 else 81 end;
  return new;
end $$;

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

-- Copies a changed oversight code to all rows of the enterprise, also to rows that the app role may not change. Its
-- scope is limited to this enterprise.
-- Only triggers in schema public count, so that a temporary table cannot misuse the owner's rights.
create function enterprise_moved() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  names constant text[] := '{tenant_id,enterprise_from,enterprise_to}';
  before text[];
  child regclass;
begin
  if tg_relid <> 'public.enterprise'::regclass then raise exception 'only enterprises move'; end if;
  select array_agg(coalesce(current_setting('anlan.' || name, true), '') order by at) into before
    from unnest(names) with ordinality as named (name, at);
  perform set_config('anlan.tenant_id', new.tenant_id, true), set_config('anlan.enterprise_from', new.id::text, true),
    set_config('anlan.enterprise_to', new.id::text, true);
  for child in
    select t.tgrelid from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where t.tgname = 'oversight_follows' and c.relnamespace = 'public'::regnamespace
  loop
    execute format('update %s set oversight_code = $1 where tenant_id = $2 and enterprise_id = $3', child)
      using new.oversight_code, new.tenant_id, new.id;
  end loop;
  perform set_config('anlan.' || name, before[at], true) from unnest(names) with ordinality as named (name, at);
  return null;
end $$;

-- Copies the list-valued fields of new enterprises to `enterprise_tag`.
create function enterprise_tag_note() returns trigger language plpgsql as $$
begin
  insert into enterprise_tag (tenant_id, enterprise_id, kind, value)
  select a.tenant_id, a.id, t.kind, t.value
  from arrived a cross join lateral (
    select 'hazardFeature' as kind, unnest(a.hazard_features) as value
    union all select 'highRiskKind', unnest(a.high_risk_kinds)
    union all select 'permitKind', unnest(a.permit_kinds)
    union all select 'carType', unnest(a.car_types)
    union all select 'label', unnest(a.labels)) t
  where t.value is not null
  on conflict do nothing;
  return null;
end $$;

create function enterprise_total_note() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into enterprise_total (tenant_id, enterprises)
    select tenant_id, count(*) from arrived where removed_at is null group by tenant_id;
  elsif tg_op = 'DELETE' then
    insert into enterprise_total (tenant_id, enterprises)
    select tenant_id, -count(*) from gone where removed_at is null group by tenant_id;
  else
    insert into enterprise_total (tenant_id, enterprises)
    select tenant_id, sum(n) from (
      select tenant_id, 1 as n from arrived where removed_at is null
      union all
      select tenant_id, -1 from gone where removed_at is null
    ) changed
    group by tenant_id having sum(n) <> 0;
  end if;
  return null;
end $$;

create function short_name_search_follows() returns trigger language plpgsql as $f$
begin
  if starts_with(new.short_name_search, lower(new.short_name collate "C") || chr(10)) is not true then
    new.short_name_search := coalesce(lower(new.short_name collate "C"), '');
  end if;
  return new;
end $f$;
create trigger enterprise_arrives before insert on enterprise
  for each row when (new.profile_rate = 0) execute function enterprise_arrives();
create trigger enterprise_fact_delete after delete on enterprise
  referencing old table as gone for each statement execute function enterprise_fact_note();
create trigger enterprise_fact_insert after insert on enterprise
  referencing new table as arrived for each statement execute function enterprise_fact_note();
create trigger enterprise_fact_update after update on enterprise
  referencing old table as gone new table as arrived for each statement execute function enterprise_fact_note();
create trigger enterprise_moved after update of region_code, town_code on enterprise
  for each row when (old.oversight_code is distinct from new.oversight_code) execute function enterprise_moved();
create trigger enterprise_tag_insert after insert on enterprise
  referencing new table as arrived for each statement execute function enterprise_tag_note();
create trigger enterprise_total_delete after delete on enterprise
  referencing old table as gone for each statement execute function enterprise_total_note();
create trigger enterprise_total_insert after insert on enterprise
  referencing new table as arrived for each statement execute function enterprise_total_note();
create trigger enterprise_total_update after update on enterprise
  referencing old table as gone new table as arrived for each statement execute function enterprise_total_note();
create trigger name_search_follows before insert or update of name, name_search on enterprise
  for each row
  execute function name_search_follows();
create trigger short_name_search_follows before insert or update of short_name, short_name_search on enterprise
  for each row execute function short_name_search_follows();
create trigger standing_changes after update on enterprise
  for each row when (old.name is distinct from new.name or old.alias_name is distinct from new.alias_name
    or old.logo_url is distinct from new.logo_url or old.status is distinct from new.status
    or old.removed_at is distinct from new.removed_at)
  execute function tell_standing('id');
create trigger standing_goes after delete on enterprise for each row execute function tell_standing('id');

-- Values of the list-valued fields, one row each. Under row security a filter on them can then use an index.
create table enterprise_tag (
  tenant_id text not null,
  enterprise_id uuid not null,
  kind text not null,
  value text not null,
  oversight_code text collate "C" not null,
  primary key (tenant_id, kind, value, enterprise_id),
  foreign key (tenant_id, enterprise_id) references enterprise on delete cascade
);
comment on table enterprise_tag is 'class: enterprise in region';
create index enterprise_tag_enterprise_idx on enterprise_tag (tenant_id, enterprise_id);
create trigger oversight_follows before insert or update of enterprise_id on enterprise_tag
  for each row
  execute function oversight_follows();

create table user_enterprise (
  tenant_id text not null,
  user_id uuid not null,
  enterprise_id uuid not null,
  oversight_code text collate "C" not null,
  primary key (tenant_id, user_id, enterprise_id),
  foreign key (tenant_id, user_id) references app_user,
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table user_enterprise is 'class: tenant in region';
create index user_enterprise_people_idx on user_enterprise (tenant_id, enterprise_id, user_id);
create trigger oversight_follows before insert or update of enterprise_id on user_enterprise
  for each row
  execute function oversight_follows();

-- Rows of a spreadsheet between dry run and confirmation.
create table enterprise_import_row (
  tenant_id text not null,
  job_id uuid not null,
  row_no int not null,
  credit_code text,
  cells jsonb not null,
  fields jsonb,
  problems jsonb not null default '[]',
  duplicate_of uuid,
  id uuid not null,
  phones_sealed text,
  primary key (tenant_id, job_id, row_no),
  foreign key (tenant_id, job_id) references job
);
comment on table enterprise_import_row is 'class: tenant';
comment on column enterprise_import_row.phones_sealed is 'sealed by id';

-- State changes of enterprises, append-only.
create table enterprise_status_change (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  -- Null for the first state.
  from_status text check (from_status in ('draft', 'underReview', 'active', 'suspended', 'closed', 'rejected')),
  to_status text not null check (to_status in ('draft', 'underReview', 'active', 'suspended', 'closed', 'rejected')),
  at timestamptz not null,
  by_id uuid,
  by_name text,
  note text,
  details jsonb not null default '{}',
  files text[] not null default '{}',
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise on delete cascade
);
comment on table enterprise_status_change is 'class: enterprise in region; append-only';
create index enterprise_status_change_enterprise_idx on enterprise_status_change (tenant_id, enterprise_id, id);
create trigger oversight_follows before insert or update of enterprise_id on enterprise_status_change
  for each row
  execute function oversight_follows();

-- Applications of people without an account. The enterprise itself is in `enterprise`, under review.
create table enterprise_application (
  tenant_id text not null references tenant,
  id uuid not null,
  enterprise_id uuid not null,
  number text not null,
  phone text,
  applicant text not null,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  -- Account that the approval created or found.
  user_id uuid,
  oversight_code text collate "C" not null,
  phone_sealed text,
  phone_index text collate "C",
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, user_id) references app_user
);
comment on table enterprise_application is 'class: enterprise in region';
comment on column enterprise_application.phone_sealed is 'sealed by id';
alter table enterprise_application add constraint enterprise_application_plain_is_sealed check (phone is null) not valid;
create unique index enterprise_application_number_key on enterprise_application (tenant_id, number);
create unique index enterprise_application_enterprise_key on enterprise_application (tenant_id, enterprise_id);
create trigger oversight_follows before insert or update of enterprise_id on enterprise_application
  for each row
  execute function oversight_follows();

-- Finds the tenant of an application number. The applicant has no session, so this table has class wall.
create table application_number (
  tenant_id text not null,
  number text not null,
  primary key (tenant_id, number)
);
comment on table application_number is 'class: wall';
create unique index application_number_key on application_number (number);

-- Selected enterprises of a bulk job. Finished rows are deleted; refused rows remain with the reason.
create table enterprise_bulk_row (
  tenant_id text not null,
  job_id uuid not null,
  row_no int not null,
  enterprise_id uuid not null,
  version int not null,
  name text not null,
  credit_code text not null,
  reason text,
  primary key (tenant_id, job_id, row_no),
  foreign key (tenant_id, job_id) references job
);
comment on table enterprise_bulk_row is 'class: tenant';

-- Supervised enterprises per month, region and colour. A nightly job replaces the row of the month.
create table enterprise_color_month (
  tenant_id text not null references tenant,
  month text collate "C" not null check (month ~ '^\d{4}-\d{2}$'),
  region_code text collate "C" not null,
  color text not null check (color in ('red', 'orange', 'yellow', 'blue', 'unrated')),
  enterprises int not null,
  taken_at timestamptz not null,
  primary key (tenant_id, month, region_code, color)
);
comment on table enterprise_color_month is 'class: tenant in region';

-- Sums of enterprises per tenant. Rows with equal dimensions add up; a row can be negative. Each statement that
-- changes enterprises inserts its difference, so sums are exact in each snapshot. Rows are merged every few minutes
-- and recounted every night.
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
  -- Bounding box of all enterprises since the last recount. The box does not shrink before the next recount.
  west int,
  south int,
  east int,
  north int,
  folded boolean not null default false,
  primary key (tenant_id, id)
);
comment on table enterprise_fact is 'class: tenant in sums';

-- Number of enterprises of a tenant, as the sum of a few rows: the default list gets the exact total without scanning
-- an index of 700,000 rows. Each statement that adds, removes or restores enterprises inserts its difference. Rows
-- are merged regularly and recounted every night.
create table enterprise_total (
  tenant_id text not null references tenant,
  id uuid not null default gen_random_uuid(),
  enterprises int not null,
  primary key (tenant_id, id)
);
comment on table enterprise_total is 'class: tenant in whole';

-- Stations (场站) of enterprises.
create table station (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  code text collate "C" not null,
  name text collate "C" not null,
  kind text not null,
  grade text,
  region_code text collate "C" not null,
  address text not null,
  lng numeric(9, 6),
  lat numeric(9, 6),
  manager_name text not null,
  manager_phone text not null,
  area_sqm numeric,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  manager_phone_sealed text,
  name_search text collate "C" not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table station is 'class: enterprise in region';
comment on column station.manager_phone_sealed is 'sealed by id';
alter table station add constraint station_phone_is_masked check (phone_is_masked(manager_phone)) not valid;
create unique index station_code_key on station (tenant_id, code) where removed_at is null;
-- Each sort column has an index. The id makes each order unique. The index includes the columns of row security and
-- name search, so that skipped rows are not read from the table.
create index station_updated_idx on station (tenant_id, updated_at, id)
  include (enterprise_id, name, kind, status) where removed_at is null;
create index station_code_idx on station (tenant_id, code, id)
  include (enterprise_id, name, kind, status) where removed_at is null;
-- Narrow, because a search for a part of a name reads the whole index.
create index station_name_idx on station (tenant_id, name, id) include (enterprise_id) where removed_at is null;
-- Indexes for selective filters. Each index returns the rows in the default order of the list (updated_at, id).
create index station_enterprise_idx on station (tenant_id, enterprise_id, updated_at, id) where removed_at is null;
create index station_kind_idx on station (tenant_id, kind, updated_at, id) include (enterprise_id) where removed_at is null;
create index station_status_idx on station (tenant_id, status, updated_at, id) include (enterprise_id) where removed_at is null;
create index station_region_idx on station (tenant_id, region_code, id) include (enterprise_id) where removed_at is null;
-- Used to count all rows of a tenant. Narrow, so that the planner prefers this index to the table.
create index station_total_idx on station (tenant_id, enterprise_id) where removed_at is null;
-- For the foreign key, and for updating the rows of an enterprise after a region change. Includes removed rows.
create index station_owner_idx on station (tenant_id, enterprise_id, id);
create index station_oversight_idx on station (tenant_id, oversight_code, updated_at, id)
  include (enterprise_id, name, kind, status) where removed_at is null;
create index station_plain_idx on station (tenant_id, id) where manager_phone_sealed is null;
create index station_name_search_idx on station (tenant_id, name_search, id) include (enterprise_id, oversight_code, code)
  where removed_at is null;
create index station_name_unread_idx on station (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create trigger name_search_follows before insert or update of name, name_search on station
  for each row
  execute function name_search_follows();
create trigger oversight_follows before insert or update of enterprise_id on station
  for each row
  execute function oversight_follows();

-- Risk rules (风险规则), one per type and tenant. Tenants without a rule use the platform's.
create table risk_rule (
  tenant_id text not null references tenant,
  id uuid not null,
  type text not null check (type in ('popup', 'expiry')),
  version int not null default 1,
  enabled boolean not null,
  -- Each type has its own schema on the server.
  content jsonb not null,
  updated_at timestamptz not null,
  updated_by uuid,
  updated_by_name text,
  -- A removed rule keeps its version, so that an old form cannot overwrite a newer rule.
  removed_at timestamptz,
  primary key (tenant_id, id)
);
comment on table risk_rule is 'class: shared; object: riskRule';
create unique index risk_rule_type_key on risk_rule (tenant_id, type);

-- Merges rows with equal dimensions. The lock is taken before the statement takes its snapshot, so the snapshot
-- contains concurrent merges.
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

-- Recounts a tenant during concurrent writes. A single statement sees either both the changed enterprise and its
-- difference, or neither.
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

create function enterprise_total_fold(of_tenant text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('enterprise_total'), hashtext(of_tenant));
  with taken as (delete from enterprise_total where tenant_id = of_tenant returning enterprises)
  insert into enterprise_total (tenant_id, enterprises)
  select of_tenant, sum(enterprises) from taken having sum(enterprises) <> 0;
end $$;

-- A single statement sees either both the changed enterprise and its difference, or neither.
create function enterprise_total_recount(of_tenant text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('enterprise_total'), hashtext(of_tenant));
  with taken as (delete from enterprise_total where tenant_id = of_tenant)
  insert into enterprise_total (tenant_id, enterprises)
  select of_tenant, count(*) from enterprise where tenant_id = of_tenant and removed_at is null having count(*) <> 0;
end $$;
