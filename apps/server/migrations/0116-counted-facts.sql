-- oldest program: 0115
-- For counts and lists of checks without proof of presence (未到点), which are few.
create index risk_check_unproven_idx on risk_check (tenant_id, enterprise_id, due_on)
  include (oversight_code) where far and removed_at is null;

-- Time that statistics use: the claimed time, but at most 24 hours before the server received the report.
alter table accident add column counted_at timestamptz generated always as (
  greatest(occurred_at at time zone 'UTC', reported_at at time zone 'UTC' - interval '24 hours') at time zone 'UTC') stored;
comment on column accident.counted_at is 'what figures and scores count by; the claim itself where no receipt is known';
create index accident_counted_idx on accident (tenant_id, counted_at, id) include (enterprise_id, kind)
  where removed_at is null;

-- Replaced QR codes of the point. A scan of such a code returns the error that the code was replaced.
alter table risk_point add column former_codes text[] not null default '{}';
