-- Functions that act as the owner take what bounds them from what the serving role cannot write (S96): columns that the
-- owner alone writes say so in their comments, and the rule after each file grants the others.

-- When a seal or an entry was made is said by the database.
alter table audit_seal alter column sealed_at set default now();
comment on column audit_seal.sealed_at is 'written by the owner';
comment on column audit.at is 'written by the owner';

-- Seals come one after the other, each resting on the last one and over entries that are there.
create function audit_seal_follows() returns trigger language plpgsql as $$
declare
  last record;
begin
  select no, hash into last from audit_seal where tenant_id = new.tenant_id order by no desc limit 1;
  if new.no <> coalesce(last.no, 0) + 1 or new.previous <> coalesce(last.hash, repeat('0', 64)) then
    raise exception 'a seal follows the last one';
  end if;
  if cardinality(new.ids) = 0 or cardinality(new.ids)
      <> (select count(*) from audit a where a.tenant_id = new.tenant_id and a.id = any (new.ids)) then
    raise exception 'a seal covers rows that are there';
  end if;
  return new;
end $$;
create trigger audit_seal_follows before insert on audit_seal for each row execute function audit_seal_follows();

-- How many months this installation keeps its audit: the owner writes it at each start.
create table audit_kept (months integer not null check (months >= 12));
comment on table audit_kept is 'class: owner';

-- Seals go from the first one on while each rests on the one before it and covers nothing younger than the boundary; of
-- the rows, only those before the boundary go, whatever a seal says.
create or replace function audit_forget(for_tenant text, months integer)
  returns table (rows_gone bigint, last_no bigint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  boundary uuid;
  hex text;
  one record;
  last_hash text;
  gone bigint;
begin
  if months is null or months < 12 then raise exception 'the audit is kept for a year at least'; end if;
  if for_tenant is distinct from current_setting('anlan.tenant_id', true) then
    raise exception 'only the tenant of the scope';
  end if;
  months := greatest(months, (select max(k.months) from audit_kept k));
  -- Ids begin with the milliseconds of their making.
  hex := lpad(to_hex((extract(epoch from now() - make_interval(months => months)) * 1000)::bigint), 12, '0');
  boundary := (left(hex, 8) || '-' || right(hex, 4) || '-0000-0000-000000000000')::uuid;
  rows_gone := 0;
  for one in select s.no, s.ids, s.previous, s.hash from audit_seal s where s.tenant_id = for_tenant order by s.no loop
    -- The first one is the very first, or the one that the last time left behind.
    exit when one.no < 1 or (one.no = 1 and one.previous <> repeat('0', 64));
    exit when last_no is not null and (one.no <> last_no + 1 or one.previous <> last_hash);
    exit when exists (select from unnest(one.ids) as covered (id) where covered.id >= boundary);
    delete from audit a where a.tenant_id = for_tenant and a.id = any (one.ids) and a.id < boundary;
    get diagnostics gone = row_count;
    rows_gone := rows_gone + gone;
    last_no := one.no;
    last_hash := one.hash;
  end loop;
  if rows_gone > 0 then
    delete from audit_seal s where s.tenant_id = for_tenant and s.no < last_no;
    delete from log_hidden h where h.tenant_id = for_tenant and h.id < boundary;
  end if;
  return next;
end $$;

-- When a tenant was removed and when its purge began decide what tenant_purge may delete.
comment on column brand.removed_at is 'written by the owner';
comment on column brand.purge_began_at is 'written by the owner';

create function tenant_of_scope(of_tenant text) returns void
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  if of_tenant = '0' or of_tenant is distinct from current_setting('anlan.tenant_id', true) then
    raise exception 'only the tenant of the scope';
  end if;
end $$;

-- The thirty days begin.
create function tenant_remove(of_tenant text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant_of_scope(of_tenant);
  update brand b set removed_at = now() where b.id = of_tenant and b.removed_at is null;
end $$;

-- Nobody takes back what is being purged.
create function tenant_restore(of_tenant text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant_of_scope(of_tenant);
  update brand b set removed_at = null where b.id = of_tenant and b.purge_began_at is null;
end $$;

-- Begins a purge, or goes on with it; false where the thirty days are not over, or nothing is left to do.
create function tenant_purge_begin(of_tenant text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform tenant_of_scope(of_tenant);
  update brand b set purge_began_at = coalesce(b.purge_began_at, now())
    where b.id = of_tenant and b.removed_at < now() - interval '30 days' and b.purged_at is null;
  return found;
end $$;

-- What moves with an enterprise are tables of the house: whoever may make temporary ones leads the owner into none.
create or replace function enterprise_moved() returns trigger language plpgsql
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

-- What the log speaks of: the rule after each file makes the function in_sight of the tables. Rows of enterprises are
-- things of their table's name; other tables say in their comments what their rows are, so that somebody has thought of
-- who may read of them. What no table stands for is shown to nobody limited to divisions.
comment on table app_user is 'class: tenant; object: user where type <> ''enterprise'' or exists (select from user_enterprise b where b.tenant_id = o.tenant_id and b.user_id = o.id)';
-- Errors of browsers are seen as those are who met them.
comment on table client_error is 'class: tenant in sight; object: batch';
do $$
declare
  one record;
begin
  for one in
    select c.oid, c.relname as name, said.object, obj_description(c.oid, 'pg_class') as comment
    from unnest(
      '{alarm,announcement,audit,audit_seal,dictionary,dictionary_item,frame_host,job,menu,organ,region,risk_rule,role,session,tenant,ticket}'::text[],
      '{alarm,announcement,audit,audit_seal,dictionary,dictionaryItem,frameHost,job,menu,organ,region,riskRule,role,session,tenant,ticket}'::text[]
    ) as said (name, object)
    join pg_class c on c.relname = said.name and c.relnamespace = 'public'::regnamespace
  loop
    execute format('comment on table %I is %L', one.name, one.comment || '; object: ' || one.object);
  end loop;
end $$;
drop policy if exists anlan_rows on audit;
drop function in_sight(text, text, uuid);
