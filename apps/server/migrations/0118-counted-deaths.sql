-- oldest program: 0117
-- Deaths reported before the number was reduced. These deaths count until the authority closes the case.
alter table accident add column reported_deaths int;
alter table accident add column counted_deaths int
  generated always as (greatest(deaths, coalesce(reported_deaths, 0))) stored;
comment on column accident.counted_deaths is 'what figures and scores count by';
create index accident_counted_deaths_idx on accident (tenant_id, occurred_at, id) include (enterprise_id)
  where removed_at is null and counted_deaths > 0;
