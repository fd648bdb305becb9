-- Phones of enterprises, stations and applications are sealed (S78). The columns of before keep what everybody sees,
-- '138****0000', so that lists and counts open nothing; a row's whole phones stand sealed beside them.

create function phone_is_masked(value text) returns boolean
  language sql immutable parallel safe
  return value is null or value = '' or strpos(value, '*') > 0;

alter table enterprise
  drop column person_key,
  add column phones_sealed text,
  -- Equal safety managers' phones have it in common, and nobody without the tenant's key can make it.
  add column safety_manager_index text collate "C",
  add column person_key bigint generated always as
    (hashtextextended(plain_text(legal_person) || ' ' || safety_manager_index, 0)) stored,
  -- What stood there before is sealed at the next start; nobody writes a whole phone there again.
  add constraint enterprise_phones_are_masked check (phone_is_masked(legal_phone) and phone_is_masked(head_phone)
    and phone_is_masked(safety_head_phone) and phone_is_masked(safety_manager_phone)) not valid;
comment on column enterprise.phones_sealed is 'sealed by id';
create index enterprise_person_key_idx on enterprise (tenant_id, person_key, id)
  where removed_at is null and status <> 'closed';
create index enterprise_plain_idx on enterprise (tenant_id, id) where phones_sealed is null;

alter table station
  add column manager_phone_sealed text,
  add constraint station_phone_is_masked check (phone_is_masked(manager_phone)) not valid;
comment on column station.manager_phone_sealed is 'sealed by id';
create index station_plain_idx on station (tenant_id, id) where manager_phone_sealed is null;

alter table enterprise_application
  alter column phone drop not null,
  add column phone_sealed text,
  add column phone_index text collate "C",
  add constraint enterprise_application_plain_is_sealed check (phone is null) not valid;
comment on column enterprise_application.phone_sealed is 'sealed by id';

-- Rows put aside hold what was typed: phones among it are sealed. Dry runs of before are to be done again.
truncate enterprise_import_row;
alter table enterprise_import_row
  add column id uuid not null,
  add column phones_sealed text;
comment on column enterprise_import_row.phones_sealed is 'sealed by id';

-- What the people who run the house should see soon: one a cause and hour, whichever node notices first.
create table alarm (
  tenant_id text not null,
  id uuid not null,
  cause text not null,
  -- Hours since 1970.
  hour int not null,
  note text not null,
  at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index alarm_cause_key on alarm (tenant_id, cause, hour);
comment on table alarm is 'class: tenant';

-- A removed tenant is held for thirty days; then its rows go, table by table, for good.
alter table brand
  add column purge_began_at timestamptz,
  add column purged_at timestamptz;

-- The tables of a purge, those that others refer to last. The log and its seals stay until they have been kept long
-- enough, and what they refer to stays with them.
create function tenant_purge_order() returns table (place bigint, name text)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  waiting oid[];
  free oid[];
begin
  select array_agg(c.oid) into waiting from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not in ('audit', 'audit_seal', 'tenant')
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped);
  place := 0;
  while cardinality(waiting) > 0 loop
    select array_agg(one) into free from unnest(waiting) one where not exists (
      select from pg_constraint k
      where k.contype = 'f' and k.confrelid = one and k.conrelid <> one and k.conrelid = any (waiting));
    if free is null then raise exception 'tables refer to one another in a ring'; end if;
    for name in select c.relname from pg_class c where c.oid = any (free) order by 1 loop
      place := place + 1;
      return next;
    end loop;
    select array_agg(one) into waiting from unnest(waiting) one where one <> all (free);
  end loop;
end $$;

-- Deletes one table's rows of a tenant that was removed thirty days ago; the serving role may not delete all of them by
-- itself. Policies hold here too: of other tenants nothing is in sight.
create function tenant_purge(of_tenant text, of_table text) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone bigint;
begin
  if of_tenant = '0' or of_tenant is distinct from current_setting('anlan.tenant_id', true) then
    raise exception 'only the tenant of the scope';
  end if;
  if not exists (
    select from brand b
    where b.id = of_tenant and b.purge_began_at is not null and b.removed_at < now() - interval '30 days'
  ) then raise exception 'a removed tenant is held for thirty days'; end if;
  if not exists (select from tenant_purge_order() o where o.name = of_table) then raise exception 'no table of a purge'; end if;
  perform set_config('anlan.wall', 'on', true);
  execute format('delete from %I where tenant_id = $1', of_table) using of_tenant;
  get diagnostics gone = row_count;
  perform set_config('anlan.wall', '', true);
  return gone;
end $$;

-- How the messenger fares: whoever sends says so, and whoever asks for a code reads it, in whatever process they are.
create table sms_fare (
  tenant_id text not null,
  down_since timestamptz,
  primary key (tenant_id)
);
comment on table sms_fare is 'class: shared';
