-- oldest program: 0115
-- Checks that nothing proves (未到点) are few: counted and listed without reading the others.
create index risk_check_unproven_idx on risk_check (tenant_id, enterprise_id, due_on)
  include (oversight_code) where far and removed_at is null;

-- When an accident counts as having happened: at the claimed time, at most a day before the server received the report.
alter table accident add column counted_at timestamptz generated always as (
  greatest(occurred_at at time zone 'UTC', reported_at at time zone 'UTC' - interval '24 hours') at time zone 'UTC') stored;
comment on column accident.counted_at is 'what figures and scores count by; the claim itself where no receipt is known';
create index accident_counted_idx on accident (tenant_id, counted_at, id) include (enterprise_id, kind)
  where removed_at is null;

-- Codes that were posted at a point before: whoever scans one is told that it was replaced.
alter table risk_point add column former_codes text[] not null default '{}';
