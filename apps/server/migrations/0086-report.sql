-- What enterprises report of a period (安全月报, 季度和年度隐患统计).
create table report (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  kind text not null default 'month' check (kind in ('month', 'quarter', 'year')),
  period text collate "C" not null,
  title text collate "C" not null,
  status text not null default 'draft' check (status in ('draft', 'sent', 'returned', 'accepted')),
  meetings int,
  investment_fen bigint,
  main_work text,
  problems text,
  next_plan text,
  remark text,
  files jsonb not null default '[]',
  filler text,
  filled_at timestamptz,
  signature jsonb,
  signer text,
  sent_at timestamptz,
  due_on date not null,
  edition int not null default 0,
  accepted_edition int,
  found int,
  accepted int,
  on_time_rate int,
  trained_rate int,
  reason text,
  reviewer text,
  reviewed_at timestamptz,
  reminded_on date,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table report is 'class: enterprise';
create index report_updated_idx on report (tenant_id, updated_at, id)
  include (enterprise_id, title, status) where removed_at is null;
create index report_period_idx on report (tenant_id, period, id)
  include (enterprise_id, title, status, kind) where removed_at is null;
create index report_title_idx on report (tenant_id, title, id) include (enterprise_id) where removed_at is null;
create index report_sent_at_idx on report (tenant_id, sent_at nulls first, id)
  include (enterprise_id) where removed_at is null;
create index report_due_on_idx on report (tenant_id, due_on, id) include (enterprise_id) where removed_at is null;
-- Filters, in the list's usual order.
create index report_by_enterprise_id_idx on report (tenant_id, enterprise_id, period, id) where removed_at is null;
create index report_by_kind_idx on report (tenant_id, kind, period, id) include (enterprise_id) where removed_at is null;
create index report_by_status_idx on report (tenant_id, status, period, id) include (enterprise_id) where removed_at is null;
create index report_missing_idx on report (tenant_id, due_on, period, id)
  include (enterprise_id) where removed_at is null and sent_at is null;
-- Counts under row security read these alone.
create index report_period_count_idx on report (tenant_id, period, enterprise_id) where removed_at is null;
create index report_due_on_count_idx on report (tenant_id, due_on, enterprise_id) where removed_at is null;
create index report_total_idx on report (tenant_id, enterprise_id) where removed_at is null;
-- Asked for by the foreign keys, and when an enterprise's rows move: the removed ones too.
create index report_owner_idx on report (tenant_id, enterprise_id, id);
select follow_enterprise('report');
create index report_oversight_count_idx on report (tenant_id, oversight_code, enterprise_id) where removed_at is null;
create index report_oversight_idx on report (tenant_id, oversight_code, period, id)
  include (enterprise_id, title, status, kind) where removed_at is null;

-- Each sending of a report: figures and words as they were signed, and what became of it.
create table report_edition (
  tenant_id text not null,
  report_id uuid not null,
  edition int not null,
  enterprise_id uuid not null,
  figures jsonb not null,
  words jsonb not null,
  signature jsonb,
  signer text,
  filler text,
  sent_at timestamptz not null,
  outcome text check (outcome in ('accepted', 'returned')),
  outcome_at timestamptz,
  outcome_by text,
  reason text,
  primary key (tenant_id, report_id, edition),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, report_id) references report
);
comment on table report_edition is 'class: enterprise';
create index report_edition_owner_idx on report_edition (tenant_id, enterprise_id, report_id);
select follow_enterprise('report_edition');
