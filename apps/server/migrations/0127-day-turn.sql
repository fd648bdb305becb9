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

-- Which photo a picture of a follower became, and the danger that was reported with it.
create table wx_message_photo (
  tenant_id text not null references tenant,
  message_id uuid not null,
  photo_id uuid not null,
  danger_id uuid,
  primary key (tenant_id, photo_id)
);
comment on table wx_message_photo is 'class: tenant';
create index wx_message_photo_message_idx on wx_message_photo (tenant_id, message_id);
