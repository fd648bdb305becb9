-- oldest program: 0118
-- The last day for which a daily work made the rows that rules and calendar demand.
create table day_turn (
  tenant_id text not null references tenant,
  -- Name of the scheduled job: report.open.
  work text not null,
  day date not null,
  primary key (tenant_id, work)
);
comment on table day_turn is 'class: tenant';
