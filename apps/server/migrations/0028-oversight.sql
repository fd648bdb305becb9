-- Who oversees what (数据范围): a regulator may be limited to divisions, and then sees and changes the enterprises of
-- these alone. Each row that belongs to an enterprise carries the code that decides: the street where one is known, the
-- division otherwise, so that a division, all below it, and a street are each one range of codes.

alter table enterprise
  add column oversight_code text collate "C" not null
    generated always as (coalesce(nullif(town_code, ''), region_code) collate "C") stored;
comment on table enterprise is 'class: enterprise by id in region';
-- What somebody limited to divisions counts and lists by, whatever else they filter for.
create index enterprise_oversight_idx on enterprise (tenant_id, oversight_code, updated_at, id)
  include (status, color, enterprise_size, supervision_kind, standard_level, industry_code, region_code,
    profile_perfect, signed_in, next_expiry_on) where removed_at is null;

-- Orders and filters are walked for them, too, without the table; but not what whole tenants are counted in.
do $$
declare
  one record;
begin
  for one in
    select indexname as name, indexdef as text from pg_indexes
    where schemaname = 'public' and tablename = 'enterprise' and indexdef like '% INCLUDE (%'
      and indexname not in ('enterprise_facets_idx', 'enterprise_oversight_idx')
    order by 1
  loop
    execute format('drop index %I', one.name);
    execute regexp_replace(one.text, ' INCLUDE \(([^)]*)\)', ' INCLUDE (\1, oversight_code)');
  end loop;
end $$;

-- Rows of an enterprise are overseen with it. The lowest id stands for the tenant itself, which everybody oversees; an
-- enterprise that is not there lies in no division.
create function oversight_follows() returns trigger language plpgsql as $$
begin
  if new.enterprise_id = '00000000-0000-0000-0000-000000000000' then
    new.oversight_code := null;
  else
    select e.oversight_code into new.oversight_code from enterprise e
      where e.tenant_id = new.tenant_id and e.id = new.enterprise_id;
    new.oversight_code := coalesce(new.oversight_code, '');
  end if;
  return new;
end $$;

-- Makes a table's rows follow their enterprises, and says so in its comment.
create function follow_enterprise(of_table text) returns void language plpgsql as $$
declare
  said text := obj_description(of_table::regclass, 'pg_class');
  bound boolean := exists (select from pg_constraint
    where contype = 'f' and conrelid = of_table::regclass and confrelid = 'enterprise'::regclass);
begin
  execute format('alter table %I add column oversight_code text collate "C"', of_table);
  execute format('alter table %I no force row level security', of_table);
  execute format('update %I r set oversight_code = coalesce((select e.oversight_code from enterprise e
    where e.tenant_id = r.tenant_id and e.id = r.enterprise_id), '''')
    where r.enterprise_id <> ''00000000-0000-0000-0000-000000000000''', of_table);
  -- What can belong to the tenant itself is seen there by everybody.
  if bound then execute format('alter table %I alter column oversight_code set not null', of_table); end if;
  execute format('create trigger oversight_follows before insert or update of enterprise_id on %I
    for each row execute function oversight_follows()', of_table);
  execute format('comment on table %I is %L', of_table, regexp_replace(said, '^(class: \w+)( in region)?', '\1 in region'));
end $$;

alter table enterprise no force row level security;
do $$
declare
  name text;
begin
  for name in
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'enterprise'
      and (obj_description(c.oid, 'pg_class') like 'class: enterprise%' or c.relname = 'user_enterprise')
    order by 1
  loop
    perform follow_enterprise(name);
  end loop;
end $$;
create index station_oversight_idx on station (tenant_id, oversight_code, updated_at, id)
  include (enterprise_id, name, kind, status) where removed_at is null;

-- When an enterprise moves, its rows move with it, those that nobody may change too. Whoever acts, only rows of that
-- one enterprise are in the function's sight.
create function enterprise_moved() returns trigger language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  names constant text[] := '{tenant_id,enterprise_from,enterprise_to}';
  before text[];
  child regclass;
begin
  select array_agg(coalesce(current_setting('anlan.' || name, true), '') order by at) into before
    from unnest(names) with ordinality as named (name, at);
  perform set_config('anlan.tenant_id', new.tenant_id, true), set_config('anlan.enterprise_from', new.id::text, true),
    set_config('anlan.enterprise_to', new.id::text, true);
  for child in select tgrelid from pg_trigger where tgname = 'oversight_follows' loop
    execute format('update %s set oversight_code = $1 where tenant_id = $2 and enterprise_id = $3', child)
      using new.oversight_code, new.tenant_id, new.id;
  end loop;
  perform set_config('anlan.' || name, before[at], true) from unnest(names) with ordinality as named (name, at);
  return null;
end $$;
create trigger enterprise_moved after update of region_code, town_code on enterprise
  for each row when (old.oversight_code is distinct from new.oversight_code) execute function enterprise_moved();

-- Sums by division are seen by division; the sum of the whole tenant by those who see the whole.
comment on table enterprise_fact is 'class: tenant in region';
comment on table enterprise_color_month is 'class: tenant in region';
comment on table enterprise_total is 'class: tenant in whole';

-- Whether what a row speaks of is in sight, asked under the policies of whoever asks.
create function in_sight(object_type text, object_id text, enterprise_id uuid) returns boolean
  language sql stable parallel safe
  return (in_sight.enterprise_id is null or exists (
      select from enterprise e
      where e.tenant_id = current_setting('anlan.tenant_id', true) and e.id = in_sight.enterprise_id))
    and case
      when in_sight.object_id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then true
      when in_sight.object_type = 'enterprise' then exists (
        select from enterprise e
        where e.tenant_id = current_setting('anlan.tenant_id', true) and e.id = in_sight.object_id::uuid)
      when in_sight.object_type = 'station' then exists (
        select from station s
        where s.tenant_id = current_setting('anlan.tenant_id', true) and s.id = in_sight.object_id::uuid)
      when in_sight.object_type = 'file' then exists (
        select from file f
        where f.tenant_id = current_setting('anlan.tenant_id', true) and f.id = in_sight.object_id::uuid)
      else true end;
comment on table audit is 'class: tenant in sight; append-only';

-- Where an organisation has its division; those below it that name none have the same one.
alter table organ add column region_code text collate "C";
-- 0 everything, 1 chosen divisions, 2 the division of one's organisation and all below it, 3 that division alone.
alter table role add constraint role_data_scope_check check (data_scope in ('0', '1', '2', '3'));
create table role_region (
  tenant_id text not null,
  role_id uuid not null,
  region_code text collate "C" not null,
  primary key (tenant_id, role_id, region_code),
  foreign key (tenant_id, role_id) references role on delete cascade
);
comment on table role_region is 'class: tenant';
