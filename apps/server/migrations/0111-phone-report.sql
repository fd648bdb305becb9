-- oldest program: 0110
-- Reports by telephone (电话报告). The time is the server's.
create table phone_report (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  caller text collate "C" not null,
  content text not null,
  received_at timestamptz not null,
  received_by_name text,
  -- Whether an accident refers to the report.
  matched boolean not null default false,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table phone_report is 'class: enterprise; object: phoneReport';
create index phone_report_updated_idx on phone_report (tenant_id, updated_at, id)
  include (enterprise_id, caller) where removed_at is null;
create index phone_report_received_idx on phone_report (tenant_id, received_at, id)
  include (enterprise_id, caller) where removed_at is null;
create index phone_report_enterprise_idx on phone_report (tenant_id, enterprise_id, received_at, id) where removed_at is null;
create index phone_report_total_idx on phone_report (tenant_id, enterprise_id) where removed_at is null;
create index phone_report_owner_idx on phone_report (tenant_id, enterprise_id, id);
select follow_enterprise('phone_report');
create index phone_report_oversight_idx on phone_report (tenant_id, oversight_code, received_at, id)
  include (enterprise_id, caller) where removed_at is null;

-- When the server first received a report of the accident: its entry, or an earlier telephone report.
alter table accident add column reported_at timestamptz;
comment on column accident.reported_at is 'null for accidents of before, whose typed first report counted';
alter table accident add column phone_report_id uuid;
alter table accident no force row level security;
alter table accident add foreign key (tenant_id, phone_report_id) references phone_report;
create index accident_phone_report_idx on accident (tenant_id, phone_report_id) where phone_report_id is not null;
