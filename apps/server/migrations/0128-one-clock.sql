-- oldest program: 0118
-- SQL reads the time from these two functions, so that a demonstration can be seen as it is on a later day
-- (CLOCK_OFFSET). Without the setting they are now() and clock_timestamp(). The planner inlines anlan_now(), so that
-- conditions on time use the same indexes as before.
create function anlan_now() returns timestamptz language sql stable parallel safe as $$
  select pg_catalog.now() + coalesce(nullif(pg_catalog.current_setting('anlan.clock_offset', true), '')::interval, '0')
$$;
create function anlan_clock() returns timestamptz language sql volatile parallel safe as $$
  select pg_catalog.clock_timestamp()
    + coalesce(nullif(pg_catalog.current_setting('anlan.clock_offset', true), '')::interval, '0')
$$;

do $$
declare
  it record;
begin
  for it in
    select c.oid::regclass as owner, a.attname as name,
      regexp_replace(pg_get_expr(d.adbin, d.adrelid), '\mnow\(\)', 'public.anlan_now()', 'g') as expression
    from pg_attrdef d
    join pg_class c on c.oid = d.adrelid and c.relnamespace = 'public'::regnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
    -- The table of the migrations is older than every function.
    where pg_get_expr(d.adbin, d.adrelid) ~ '\mnow\(\)' and c.relname <> 'schema_migration'
    order by c.relispartition
  loop
    execute format('alter table %s alter column %I set default %s', it.owner, it.name, it.expression);
  end loop;
  for it in
    select regexp_replace(regexp_replace(pg_get_functiondef(p.oid), '\mclock_timestamp\(\)', 'public.anlan_clock()', 'g'),
      '\mnow\(\)', 'public.anlan_now()', 'g') as definition
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname not in ('anlan_now', 'anlan_clock')
      and p.prokind = 'f' and p.prosrc ~ '\m(now|clock_timestamp)\(\)'
  loop
    execute it.definition;
  end loop;
end
$$;
