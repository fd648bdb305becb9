-- Files (文件) are counted by the day and by their bytes; logs (日志) are kept for as long as they must be.

create table file_use (
  tenant_id text not null references tenant,
  -- The lowest id stands for the tenant itself.
  enterprise_id uuid not null,
  day date not null,
  files integer not null,
  bytes bigint not null default 0,
  primary key (tenant_id, enterprise_id)
);
comment on table file_use is 'class: enterprise';

-- Bytes follow the rows of the table file, whichever way these come, go or change hands. What the house makes for one
-- person for a day is not counted.
create function file_use_follows() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.purpose <> 'temporary' then
    update file_use set bytes = bytes - old.size_bytes
      where tenant_id = old.tenant_id and enterprise_id = old.enterprise_id;
  end if;
  if tg_op <> 'DELETE' and new.purpose <> 'temporary' then
    insert into file_use as used (tenant_id, enterprise_id, day, files, bytes)
      values (new.tenant_id, new.enterprise_id, '1970-01-01', 0, new.size_bytes)
      on conflict (tenant_id, enterprise_id) do update set bytes = used.bytes + excluded.bytes;
  end if;
  return null;
end $$;
create trigger file_use_follows after insert or delete or update of enterprise_id, purpose, size_bytes on file
  for each row execute function file_use_follows();

alter table file no force row level security;
insert into file_use (tenant_id, enterprise_id, day, files, bytes)
  select tenant_id, enterprise_id, '1970-01-01', 0, sum(size_bytes) from file where purpose <> 'temporary'
  group by tenant_id, enterprise_id;

-- The audit of one tenant is let go of by whole seals from its beginning, never younger than a year, whoever asks. The
-- last seal let go of stays: the next one rests on it. The serving role may call this, and delete nothing by
-- itself.
create function audit_forget(for_tenant text, months integer) returns table (rows_gone bigint, last_no bigint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  boundary uuid;
  hex text;
  young bigint;
  one record;
  gone bigint;
begin
  if months is null or months < 12 then raise exception 'the audit is kept for a year at least'; end if;
  if for_tenant is distinct from current_setting('anlan.tenant_id', true) then
    raise exception 'only the tenant of the scope';
  end if;
  -- Ids begin with the milliseconds of their making.
  hex := lpad(to_hex((extract(epoch from now() - make_interval(months => months)) * 1000)::bigint), 12, '0');
  boundary := (left(hex, 8) || '-' || right(hex, 4) || '-0000-0000-000000000000')::uuid;
  select min(no) into young from audit_seal
    where tenant_id = for_tenant and ids[cardinality(ids)] >= boundary;
  rows_gone := 0;
  for one in
    select no, ids from audit_seal where tenant_id = for_tenant and (young is null or no < young) order by no
  loop
    delete from audit where tenant_id = for_tenant and id = any (one.ids);
    get diagnostics gone = row_count;
    rows_gone := rows_gone + gone;
    last_no := one.no;
  end loop;
  if rows_gone > 0 then
    delete from audit_seal where tenant_id = for_tenant and no < last_no;
    delete from log_hidden where tenant_id = for_tenant and id < boundary;
  end if;
  return next;
end $$;
