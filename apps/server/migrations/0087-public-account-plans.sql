-- Counts of conversations read indexes in which the range of enterprises is a condition of the index: as a filter it is
-- asked anew for every row.
create index wx_conversation_total_idx on wx_conversation (tenant_id, enterprise_id);
create index wx_conversation_state_total_idx on wx_conversation (tenant_id, state, enterprise_id);
create index wx_conversation_assignee_total_idx on wx_conversation (tenant_id, assignee_id, enterprise_id);
drop index wx_conversation_unread_idx;
create index wx_conversation_unread_idx on wx_conversation (tenant_id, enterprise_id, assignee_id) include (unread)
  where unread > 0;

-- Of a month, the newest messages are walked through first, which finds what many of them hold. What is rare is found by
-- its pairs alone: in one statement the planner would walk a whole month backwards for it. How many the first walk found
-- says which of the two takes less. Months that have not begun are left out: planning them takes longer than the rest.
create or replace function wx_message_find(wanted int8[], before uuid, most int) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  part text;
  size float8;
  tenant text := current_setting('anlan.tenant_id', true);
  lowest uuid := nullif(current_setting('anlan.enterprise_from', true), '')::uuid;
  highest uuid := nullif(current_setting('anlan.enterprise_to', true), '')::uuid;
  this_month text := to_char((clock_timestamp() + interval '1 day') at time zone 'Asia/Shanghai', 'YYYYMM');
  first_walk constant int := 3000;
  upper uuid := coalesce(before, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  walk int;
  walked uuid;
  found int;
  missing int := most;
begin
  for part, size in select c.relname, c.reltuples from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.wx_message_word'::regclass
      and (right(c.relname, 6) <= this_month or (right(c.relname, 6) = '999999'
        and to_regclass('public.wx_message_word_' || this_month) is null))
    order by c.relname desc
  loop
    walk := first_walk;
    loop
      execute format(
        'select w.id from (select w.id from public.%I w where w.tenant_id = $1 and w.id < $2
           order by w.id desc limit $3) w order by w.id limit 1', part)
        into walked using tenant, upper, walk;
      exit when walked is null;
      return query execute format(
        'select w.id from public.%I w where w.tenant_id = $1 and w.id < $2 and w.id >= $3 and w.grams @> $4
           and w.enterprise_id >= $5 and w.enterprise_id <= $6 order by w.id desc limit $7', part)
        using tenant, upper, walked, wanted, lowest, highest, missing;
      get diagnostics found = row_count;
      missing := missing - found;
      upper := walked;
      exit when missing <= 0 or walk > first_walk
        or found * (found::float8 / first_walk) * (size / first_walk) < missing * 0.3;
      walk := 2 * missing * first_walk / found + first_walk;
    end loop;
    exit when missing <= 0;
    continue when walked is null;
    return query execute format(
      'with held as materialized (select w.id from public.%I w where w.grams @> $1 and w.tenant_id = $2
         and w.enterprise_id >= $3 and w.enterprise_id <= $4 and w.id < $5)
       select id from held order by id desc limit $6', part)
      using wanted, tenant, lowest, highest, upper, missing;
    get diagnostics found = row_count;
    missing := missing - found;
    exit when missing <= 0;
  end loop;
end $$;
