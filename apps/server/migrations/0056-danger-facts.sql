-- Sums of dangers by division for the homes of regulators: months of what was found and accepted, days of what was due.
-- A tenant with a million dangers is not counted through for every look at a chart. Every statement that changes dangers
-- adds its difference in its own transaction, so that sums are exact in each snapshot; rows with the same words are folded
-- into one now and then, and all are counted anew every night.
create table danger_fact (
  tenant_id text not null references tenant,
  id uuid not null default gen_random_uuid(),
  oversight_code text collate "C" not null,
  -- found: by the month of its finding, done is accepted · due: by its deadline, done is handed in in time · accepted: by
  -- the month of its acceptance. Voided ones are in none.
  kind text not null check (kind in ('found', 'due', 'accepted')),
  day date not null,
  dangers int not null,
  done int not null,
  folded boolean not null default false,
  primary key (tenant_id, id)
);
comment on table danger_fact is 'class: tenant in sums';
create index danger_fact_day_idx on danger_fact (tenant_id, kind, day, oversight_code) include (dangers, done);
create index danger_fact_loose_idx on danger_fact (tenant_id, kind, day, oversight_code) where not folded;

-- What one danger adds to each sum.
create function danger_facts_of(status text, found_at timestamptz, deadline_on date, submitted_at timestamptz,
  verified_at timestamptz) returns table (kind text, day date, done int) language sql immutable parallel safe as $$
  select * from (values
    ('found', date_trunc('month', found_at at time zone 'Asia/Shanghai')::date, (status = 'accepted')::int),
    ('due', deadline_on, coalesce((status in ('submitted', 'accepted')
      and (submitted_at at time zone 'Asia/Shanghai')::date <= deadline_on)::int, 0)),
    ('accepted', case when status = 'accepted' then date_trunc('month', verified_at at time zone 'Asia/Shanghai')::date end, 0)
  ) as fact (kind, day, done)
  where fact.day is not null and status <> 'voided'
$$;

create function danger_fact_note() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into danger_fact (tenant_id, oversight_code, kind, day, dangers, done)
    select d.tenant_id, d.oversight_code, f.kind, f.day, count(*), sum(f.done)
    from arrived d cross join lateral danger_facts_of(d.status, d.found_at, d.deadline_on, d.submitted_at, d.verified_at) f
    where d.removed_at is null group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into danger_fact (tenant_id, oversight_code, kind, day, dangers, done)
    select d.tenant_id, d.oversight_code, f.kind, f.day, -count(*), -sum(f.done)
    from gone d cross join lateral danger_facts_of(d.status, d.found_at, d.deadline_on, d.submitted_at, d.verified_at) f
    where d.removed_at is null group by 1, 2, 3, 4;
  else
    insert into danger_fact (tenant_id, oversight_code, kind, day, dangers, done)
    select d.tenant_id, d.oversight_code, f.kind, f.day, sum(d.n), sum(d.n * f.done)
    from (
      select 1 as n, tenant_id, oversight_code, status, found_at, deadline_on, submitted_at, verified_at from arrived
      where removed_at is null
      union all
      select -1, tenant_id, oversight_code, status, found_at, deadline_on, submitted_at, verified_at from gone
      where removed_at is null
    ) d cross join lateral danger_facts_of(d.status, d.found_at, d.deadline_on, d.submitted_at, d.verified_at) f
    group by 1, 2, 3, 4 having sum(d.n) <> 0 or sum(d.n * f.done) <> 0;
  end if;
  return null;
end $$;

create trigger danger_fact_insert after insert on danger
  referencing new table as arrived for each statement execute function danger_fact_note();
create trigger danger_fact_update after update on danger
  referencing old table as gone new table as arrived for each statement execute function danger_fact_note();
create trigger danger_fact_delete after delete on danger
  referencing old table as gone for each statement execute function danger_fact_note();

-- Puts rows with the same words into one, of those words alone that gained a row since. The lock is held before the
-- statement takes its snapshot: what another one has folded meanwhile is then seen.
create function danger_fact_fold(of_tenant text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('danger_fact'), hashtext(of_tenant));
  with loose as materialized (
    select distinct kind, day, oversight_code from danger_fact where tenant_id = of_tenant and not folded),
  taken as (
    delete from danger_fact f using loose l
    where f.tenant_id = of_tenant and f.kind = l.kind and f.day = l.day and f.oversight_code = l.oversight_code
    returning f.*)
  insert into danger_fact (tenant_id, oversight_code, kind, day, dangers, done, folded)
  select tenant_id, oversight_code, kind, day, sum(dangers), sum(done), true
  from taken group by 1, 2, 3, 4 having sum(dangers) <> 0 or sum(done) <> 0;
end $$;

-- Counts a tenant anew, beside whatever is written meanwhile: the one statement sees of each change either both the
-- danger and its difference or neither.
create function danger_fact_recount(of_tenant text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('danger_fact'), hashtext(of_tenant));
  with taken as (delete from danger_fact where tenant_id = of_tenant)
  insert into danger_fact (tenant_id, oversight_code, kind, day, dangers, done, folded)
  select d.tenant_id, d.oversight_code, f.kind, f.day, count(*), sum(f.done), true
  from danger d cross join lateral danger_facts_of(d.status, d.found_at, d.deadline_on, d.submitted_at, d.verified_at) f
  where d.tenant_id = of_tenant and d.removed_at is null group by 1, 2, 3, 4;
end $$;

-- Those that are not closed are few among many and read whole by every home, from here alone.
create index danger_open_idx on danger (tenant_id, oversight_code, enterprise_id)
  include (status, turn, level, deadline_on, listed_on, delisted_on)
  where removed_at is null and status in ('open', 'rectifying', 'returned', 'submitted');
-- Since when those that were handed in wait.
create index danger_handed_idx on danger (tenant_id, oversight_code, turn, enterprise_id)
  include (turn_since, submitted_at, updated_at) where removed_at is null and status = 'submitted';

do $$
declare
  tenant text;
begin
  -- The owner is no exception to the policies; under them it sees one tenant after the other.
  perform set_config('row_security', 'on', true), set_config('anlan.enterprise_from', '00000000-0000-0000-0000-000000000000', true),
    set_config('anlan.enterprise_to', 'ffffffff-ffff-ffff-ffff-ffffffffffff', true);
  for tenant in select id from brand loop
    perform set_config('anlan.tenant_id', tenant, true);
    perform danger_fact_recount(tenant);
  end loop;
  perform set_config('anlan.tenant_id', '', true), set_config('row_security', 'off', true);
end $$;
