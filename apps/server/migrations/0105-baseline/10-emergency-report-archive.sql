-- Emergency plans, drills, accidents, safety costs, reports and archives.

-- Emergency plans (应急预案).
create table emergency_plan (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  kind text not null check (kind in ('comprehensive', 'special', 'onSite')),
  title text collate "C" not null,
  issued_on date not null,
  content text,
  papers jsonb not null default '[]',
  edition int not null default 1,
  filing_due_on date,
  filed_on date,
  filing_no text,
  next_review_on date,
  next_drill_on date,
  status text not null default 'draft' check (status in ('draft', 'effective', 'withdrawn')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table emergency_plan is 'class: enterprise in region; object: emergencyPlan';
create index emergency_plan_updated_idx on emergency_plan (tenant_id, updated_at, id)
  include (enterprise_id, title, status) where removed_at is null;
create index emergency_plan_issued_on_idx on emergency_plan (tenant_id, issued_on, id)
  include (enterprise_id, title, status) where removed_at is null;
create index emergency_plan_next_review_on_idx on emergency_plan (tenant_id, next_review_on nulls first, id)
  include (enterprise_id, title, status) where removed_at is null;
create index emergency_plan_title_idx on emergency_plan (tenant_id, title, id) include (enterprise_id) where removed_at is null;
create index emergency_plan_by_kind_idx on emergency_plan (tenant_id, kind, issued_on, id) include (enterprise_id) where removed_at is null;
create index emergency_plan_by_status_idx on emergency_plan (tenant_id, status, issued_on, id) include (enterprise_id) where removed_at is null;
create index emergency_plan_by_enterprise_id_idx on emergency_plan (tenant_id, enterprise_id, issued_on, id) where removed_at is null;
create index emergency_plan_total_idx on emergency_plan (tenant_id, enterprise_id) where removed_at is null;
create index emergency_plan_owner_idx on emergency_plan (tenant_id, enterprise_id, id);
create index emergency_plan_oversight_idx on emergency_plan (tenant_id, oversight_code, issued_on, id)
  include (enterprise_id, title, status) where removed_at is null;
-- For counts by review date.
create index emergency_plan_by_next_review_on_idx on emergency_plan (tenant_id, next_review_on, enterprise_id)
  where removed_at is null;
create index emergency_plan_review_due_idx on emergency_plan (tenant_id, next_review_on, enterprise_id)
  where removed_at is null and status = 'effective';
create trigger oversight_follows before insert or update of enterprise_id on emergency_plan
  for each row
  execute function oversight_follows();

create table drill (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  form text not null,
  title text collate "C" not null,
  plan_id uuid not null,
  planned_on date not null,
  place text not null,
  leader text not null,
  scenario text not null,
  held_on date,
  people int,
  summary text,
  evaluation text,
  improvement text,
  status text not null default 'planned' check (status in ('planned', 'held', 'evaluated', 'cancelled')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, plan_id) references emergency_plan
);
comment on table drill is 'class: enterprise in region; object: drill';
create index drill_updated_idx on drill (tenant_id, updated_at, id)
  include (enterprise_id, title, status) where removed_at is null;
create index drill_planned_on_idx on drill (tenant_id, planned_on, id)
  include (enterprise_id, title, status) where removed_at is null;
create index drill_held_on_idx on drill (tenant_id, held_on nulls first, id)
  include (enterprise_id, title, status) where removed_at is null;
create index drill_title_idx on drill (tenant_id, title, id) include (enterprise_id) where removed_at is null;
create index drill_by_form_idx on drill (tenant_id, form, planned_on, id) include (enterprise_id) where removed_at is null;
create index drill_by_status_idx on drill (tenant_id, status, planned_on, id) include (enterprise_id) where removed_at is null;
create index drill_by_enterprise_id_idx on drill (tenant_id, enterprise_id, planned_on, id) where removed_at is null;
create index drill_total_idx on drill (tenant_id, enterprise_id) where removed_at is null;
create index drill_owner_idx on drill (tenant_id, enterprise_id, id);
create index drill_plan_id_key_idx on drill (tenant_id, plan_id) where plan_id is not null;
create index drill_oversight_idx on drill (tenant_id, oversight_code, planned_on, id)
  include (enterprise_id, title, status) where removed_at is null;
create index drill_by_held_on_idx on drill (tenant_id, held_on, enterprise_id) where removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on drill
  for each row
  execute function oversight_follows();

create table accident (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  kind text not null check (kind in ('harm', 'nearMiss')),
  number text not null,
  title text collate "C" not null,
  type text not null,
  place text not null,
  occurred_at timestamptz not null,
  first_report_at timestamptz not null,
  deaths int not null default 0,
  serious_injuries int not null default 0,
  minor_injuries int not null default 0,
  loss_fen bigint not null default 0,
  process text not null,
  photos jsonb not null default '[]',
  grade text check (grade in ('general', 'larger', 'major', 'extraordinary')),
  close_due_on date,
  cause text,
  liability text,
  measures text,
  education text,
  closed_at timestamptz,
  status text not null default 'reported' check (status in ('reported', 'investigating', 'closed')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table accident is 'class: enterprise in region; object: accident';
create index accident_updated_idx on accident (tenant_id, updated_at, id)
  include (enterprise_id, title, status) where removed_at is null;
create index accident_occurred_at_idx on accident (tenant_id, occurred_at, id)
  include (enterprise_id, title, status) where removed_at is null;
create index accident_title_idx on accident (tenant_id, title, id) include (enterprise_id) where removed_at is null;
create index accident_by_kind_idx on accident (tenant_id, kind, occurred_at, id) include (enterprise_id) where removed_at is null;
create index accident_by_grade_idx on accident (tenant_id, grade, occurred_at, id) include (enterprise_id) where removed_at is null;
create index accident_by_status_idx on accident (tenant_id, status, occurred_at, id) include (enterprise_id) where removed_at is null;
create index accident_by_enterprise_id_idx on accident (tenant_id, enterprise_id, occurred_at, id) where removed_at is null;
create index accident_total_idx on accident (tenant_id, enterprise_id) where removed_at is null;
create index accident_owner_idx on accident (tenant_id, enterprise_id, id);
create index accident_fatal_idx on accident (tenant_id, occurred_at, id) include (enterprise_id)
  where removed_at is null and deaths > 0;
create index accident_oversight_idx on accident (tenant_id, oversight_code, occurred_at, id)
  include (enterprise_id, title, status) where removed_at is null;
create unique index accident_number_key on accident (tenant_id, number) where removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on accident
  for each row
  execute function oversight_follows();

-- Safety costs of enterprises (安全生产费用): drawn and spent amounts.
create table safety_cost (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  kind text not null check (kind in ('drawn', 'spent')),
  category text,
  title text collate "C" not null,
  happened_on date not null,
  amount_fen bigint not null,
  voucher_no text,
  papers jsonb not null default '[]',
  remark text,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table safety_cost is 'class: enterprise in region; object: safetyCost';
create index safety_cost_updated_idx on safety_cost (tenant_id, updated_at, id)
  include (enterprise_id, title, kind) where removed_at is null;
create index safety_cost_happened_on_idx on safety_cost (tenant_id, happened_on, id)
  include (enterprise_id, title, kind) where removed_at is null;
create index safety_cost_amount_fen_idx on safety_cost (tenant_id, amount_fen, id)
  include (enterprise_id, title, kind) where removed_at is null;
create index safety_cost_title_idx on safety_cost (tenant_id, title, id) include (enterprise_id) where removed_at is null;
create index safety_cost_by_kind_idx on safety_cost (tenant_id, kind, happened_on, id) include (enterprise_id) where removed_at is null;
create index safety_cost_by_category_idx on safety_cost (tenant_id, category, happened_on, id) include (enterprise_id) where removed_at is null;
create index safety_cost_by_enterprise_id_idx on safety_cost (tenant_id, enterprise_id, happened_on, id) where removed_at is null;
create index safety_cost_by_happened_on_idx on safety_cost (tenant_id, happened_on, enterprise_id) where removed_at is null;
create index safety_cost_total_idx on safety_cost (tenant_id, enterprise_id) where removed_at is null;
create index safety_cost_owner_idx on safety_cost (tenant_id, enterprise_id, id);
create index safety_cost_oversight_idx on safety_cost (tenant_id, oversight_code, happened_on, id)
  include (enterprise_id, title, kind) where removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on safety_cost
  for each row
  execute function oversight_follows();

create table safety_cost_year (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  trade text not null,
  name text collate "C" not null,
  year int not null,
  basis_fen bigint not null,
  opening_fen bigint not null default 0,
  remark text,
  due_fen bigint not null,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table safety_cost_year is 'class: enterprise in region; object: safetyCostYear';
create index safety_cost_year_updated_idx on safety_cost_year (tenant_id, updated_at, id)
  include (enterprise_id, name, trade) where removed_at is null;
create index safety_cost_year_year_idx on safety_cost_year (tenant_id, year, id)
  include (enterprise_id, name, trade) where removed_at is null;
create index safety_cost_year_name_idx on safety_cost_year (tenant_id, name, id) include (enterprise_id) where removed_at is null;
create index safety_cost_year_by_trade_idx on safety_cost_year (tenant_id, trade, year, id) include (enterprise_id) where removed_at is null;
create index safety_cost_year_by_enterprise_id_idx on safety_cost_year (tenant_id, enterprise_id, year, id) where removed_at is null;
create index safety_cost_year_by_year_idx on safety_cost_year (tenant_id, year, enterprise_id) where removed_at is null;
create index safety_cost_year_total_idx on safety_cost_year (tenant_id, enterprise_id) where removed_at is null;
create index safety_cost_year_owner_idx on safety_cost_year (tenant_id, enterprise_id, id);
create index safety_cost_year_oversight_idx on safety_cost_year (tenant_id, oversight_code, year, id)
  include (enterprise_id, name, trade) where removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on safety_cost_year
  for each row
  execute function oversight_follows();

-- Reports of enterprises for a period (安全月报, 季度和年度隐患统计).
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
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table report is 'class: enterprise in region';
create index report_updated_idx on report (tenant_id, updated_at, id)
  include (enterprise_id, title, status) where removed_at is null;
create index report_period_idx on report (tenant_id, period, id)
  include (enterprise_id, title, status, kind) where removed_at is null;
create index report_title_idx on report (tenant_id, title, id) include (enterprise_id) where removed_at is null;
create index report_sent_at_idx on report (tenant_id, sent_at nulls first, id)
  include (enterprise_id) where removed_at is null;
create index report_due_on_idx on report (tenant_id, due_on, id) include (enterprise_id) where removed_at is null;
-- Indexes for filters, in the default order of the list.
create index report_by_enterprise_id_idx on report (tenant_id, enterprise_id, period, id) where removed_at is null;
create index report_by_kind_idx on report (tenant_id, kind, period, id) include (enterprise_id) where removed_at is null;
create index report_by_status_idx on report (tenant_id, status, period, id) include (enterprise_id) where removed_at is null;
create index report_missing_idx on report (tenant_id, due_on, period, id)
  include (enterprise_id) where removed_at is null and sent_at is null;
-- For counts under row security by index-only scans.
create index report_period_count_idx on report (tenant_id, period, enterprise_id) where removed_at is null;
create index report_due_on_count_idx on report (tenant_id, due_on, enterprise_id) where removed_at is null;
create index report_total_idx on report (tenant_id, enterprise_id) where removed_at is null;
-- For foreign keys, and for updating the rows of an enterprise after a region change. Includes removed rows.
create index report_owner_idx on report (tenant_id, enterprise_id, id);
create index report_oversight_count_idx on report (tenant_id, oversight_code, enterprise_id) where removed_at is null;
create index report_oversight_idx on report (tenant_id, oversight_code, period, id)
  include (enterprise_id, title, status, kind) where removed_at is null;
-- For counts by kind or state under row security. The wider list indexes are about as large as the table, so the
-- planner sometimes scanned the table instead.
create index report_kind_count_idx on report (tenant_id, kind, enterprise_id) where removed_at is null;
create index report_status_count_idx on report (tenant_id, status, enterprise_id) where removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on report
  for each row
  execute function oversight_follows();

-- Submissions of a report: the signed figures and texts, and the outcome.
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
  oversight_code text collate "C" not null,
  primary key (tenant_id, report_id, edition),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, report_id) references report
);
comment on table report_edition is 'class: enterprise in region';
create index report_edition_owner_idx on report_edition (tenant_id, enterprise_id, report_id);
create trigger oversight_follows before insert or update of enterprise_id on report_edition
  for each row
  execute function oversight_follows();

-- Documents in the archive of an enterprise (一企一档).
create table document (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  item text collate "C" not null,
  category text collate "C" not null,
  name text collate "C" not null,
  no text,
  issued_on date not null,
  valid_to date,
  keep_until date,
  files jsonb not null default '[]',
  edition int not null default 1,
  reason text,
  status text not null default 'effective' check (status in ('effective', 'withdrawn')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table document is 'class: enterprise in region';
create index document_updated_idx on document (tenant_id, updated_at, id)
  include (enterprise_id, name, status) where removed_at is null;
create index document_issued_on_idx on document (tenant_id, issued_on, id)
  include (enterprise_id, name, status) where removed_at is null;
create index document_valid_to_idx on document (tenant_id, valid_to nulls first, id)
  include (enterprise_id, name) where removed_at is null;
create index document_name_idx on document (tenant_id, name, id) include (enterprise_id) where removed_at is null;
-- Indexes for filters, in the default order of the list.
create index document_by_enterprise_id_idx on document (tenant_id, enterprise_id, issued_on, id) where removed_at is null;
create index document_by_item_idx on document (tenant_id, item, issued_on, id)
  include (enterprise_id, name) where removed_at is null;
create index document_by_category_idx on document (tenant_id, category, issued_on, id)
  include (enterprise_id, name) where removed_at is null;
create index document_by_status_idx on document (tenant_id, status, issued_on, id)
  include (enterprise_id, name) where removed_at is null;
-- For counts under row security by index-only scans.
create index document_item_count_idx on document (tenant_id, item, enterprise_id) where removed_at is null;
create index document_category_count_idx on document (tenant_id, category, enterprise_id) where removed_at is null;
create index document_status_count_idx on document (tenant_id, status, enterprise_id) where removed_at is null;
create index document_valid_to_count_idx on document (tenant_id, valid_to, enterprise_id) where removed_at is null;
create index document_total_idx on document (tenant_id, enterprise_id) where removed_at is null;
-- For foreign keys, and for updating the rows of an enterprise after a region change. Includes removed rows.
create index document_owner_idx on document (tenant_id, enterprise_id, id);
create index document_oversight_idx on document (tenant_id, oversight_code, issued_on, id)
  include (enterprise_id, name, status) where removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on document
  for each row
  execute function oversight_follows();

-- Former versions of documents.
create table document_edition (
  tenant_id text not null,
  document_id uuid not null,
  edition int not null,
  enterprise_id uuid not null,
  name text not null,
  no text,
  issued_on date not null,
  valid_to date,
  files jsonb not null,
  replaced_at timestamptz not null,
  oversight_code text collate "C" not null,
  primary key (tenant_id, document_id, edition),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, document_id) references document
);
comment on table document_edition is 'class: enterprise in region';
create index document_edition_owner_idx on document_edition (tenant_id, enterprise_id, document_id);
create trigger oversight_follows before insert or update of enterprise_id on document_edition
  for each row
  execute function oversight_follows();

create table archive_waiver (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  item text collate "C" not null,
  item_name text collate "C" not null,
  reason text not null,
  opinion text,
  reviewer text,
  reviewed_at timestamptz,
  status text not null default 'claimed' check (status in ('claimed', 'accepted', 'rejected')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table archive_waiver is 'class: enterprise in region; object: archiveWaiver';
-- At most one active waiver per enterprise and item.
create unique index archive_waiver_item_key on archive_waiver (tenant_id, enterprise_id, item)
  where removed_at is null and status <> 'rejected';
create index archive_waiver_updated_idx on archive_waiver (tenant_id, updated_at, id)
  include (enterprise_id, item_name, status) where removed_at is null;
create index archive_waiver_name_idx on archive_waiver (tenant_id, item_name, id)
  include (enterprise_id) where removed_at is null;
create index archive_waiver_by_enterprise_id_idx on archive_waiver (tenant_id, enterprise_id, updated_at, id)
  where removed_at is null;
create index archive_waiver_by_item_idx on archive_waiver (tenant_id, item, updated_at, id)
  include (enterprise_id, item_name) where removed_at is null;
create index archive_waiver_by_status_idx on archive_waiver (tenant_id, status, updated_at, id)
  include (enterprise_id, item_name) where removed_at is null;
create index archive_waiver_item_count_idx on archive_waiver (tenant_id, item, enterprise_id) where removed_at is null;
create index archive_waiver_status_count_idx on archive_waiver (tenant_id, status, enterprise_id) where removed_at is null;
create index archive_waiver_total_idx on archive_waiver (tenant_id, enterprise_id) where removed_at is null;
create index archive_waiver_owner_idx on archive_waiver (tenant_id, enterprise_id, id);
create index archive_waiver_oversight_idx on archive_waiver (tenant_id, oversight_code, updated_at, id)
  include (enterprise_id, item_name, status) where removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on archive_waiver
  for each row
  execute function oversight_follows();

-- Completeness of an archive at its last count.
create table archive_state (
  tenant_id text not null,
  enterprise_id uuid not null,
  applicable int not null,
  good int not null,
  missing int not null,
  expired int not null,
  first text,
  counted_at timestamptz not null,
  oversight_code text collate "C" not null,
  primary key (tenant_id, enterprise_id),
  foreign key (tenant_id, enterprise_id) references enterprise on delete cascade
);
comment on table archive_state is 'class: enterprise in region';
create trigger oversight_follows before insert or update of enterprise_id on archive_state
  for each row
  execute function oversight_follows();

-- Queue of archives to recount.
create table archive_due (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise on delete cascade
);
comment on table archive_due is 'class: enterprise in region';
create index archive_due_owner_idx on archive_due (tenant_id, enterprise_id);
create trigger oversight_follows before insert or update of enterprise_id on archive_due
  for each row
  execute function oversight_follows();
