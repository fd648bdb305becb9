-- Hidden dangers, inspections, risk points and their checks, staff reports, warnings, topics and scores.

-- Sums of dangers by region, for the home pages of regulators. The sums avoid counting a million dangers for each
-- chart. Each statement that changes dangers inserts its difference, so sums are exact in each snapshot. Rows with
-- equal dimensions are merged regularly and recounted every night.
create table danger_fact (
  tenant_id text not null references tenant,
  id uuid not null default gen_random_uuid(),
  oversight_code text collate "C" not null,
  -- found: by month of finding, `done` counts accepted dangers · due: by deadline, `done` counts dangers submitted in
  -- time · accepted: by month of acceptance. Voided dangers are not counted.
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

-- Checklists (检查表).
create table checklist (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  -- The all-zero id means that the list is for all enterprises of the tenant.
  enterprise_id uuid not null,
  name text collate "C" not null,
  kind text not null,
  basis text,
  items jsonb not null default '[]',
  item_count int not null default 0,
  edition int not null default 1,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C",
  name_search text collate "C" not null default '',
  primary key (tenant_id, id)
);
comment on table checklist is 'class: enterprise in region';
create index checklist_updated_idx on checklist (tenant_id, updated_at, id)
  include (enterprise_id, name, kind, status) where removed_at is null;
create index checklist_name_idx on checklist (tenant_id, name, id) include (enterprise_id) where removed_at is null;
create index checklist_enterprise_idx on checklist (tenant_id, enterprise_id, updated_at, id) where removed_at is null;
create index checklist_kind_idx on checklist (tenant_id, kind, updated_at, id) include (enterprise_id) where removed_at is null;
create index checklist_status_idx on checklist (tenant_id, status, updated_at, id) include (enterprise_id) where removed_at is null;
create index checklist_total_idx on checklist (tenant_id, enterprise_id) where removed_at is null;
create index checklist_owner_idx on checklist (tenant_id, enterprise_id, id);
create index checklist_oversight_idx on checklist (tenant_id, oversight_code, updated_at, id)
  include (enterprise_id, name, kind, status) where removed_at is null;
create index checklist_name_search_idx on checklist (tenant_id, name_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index checklist_name_unread_idx on checklist (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create trigger name_search_follows before insert or update of name, name_search on checklist
  for each row
  execute function name_search_follows();
create trigger oversight_follows before insert or update of enterprise_id on checklist
  for each row
  execute function oversight_follows();

create table inspection_plan (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  subject text collate "C" not null,
  year int not null,
  period text not null,
  kind text not null,
  inspectors text not null,
  due_on date not null,
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
comment on table inspection_plan is 'class: enterprise in region; object: inspectionPlan';
create index inspection_plan_updated_idx on inspection_plan (tenant_id, updated_at, id)
  include (enterprise_id, subject, kind, year) where removed_at is null;
create index inspection_plan_due_idx on inspection_plan (tenant_id, due_on, id)
  include (enterprise_id) where removed_at is null;
create index inspection_plan_subject_idx on inspection_plan (tenant_id, subject, id) include (enterprise_id)
  where removed_at is null;
create index inspection_plan_enterprise_idx on inspection_plan (tenant_id, enterprise_id, due_on, id) where removed_at is null;
create index inspection_plan_kind_idx on inspection_plan (tenant_id, kind, due_on, id) include (enterprise_id)
  where removed_at is null;
create index inspection_plan_year_idx on inspection_plan (tenant_id, year, due_on, id) include (enterprise_id)
  where removed_at is null;
create index inspection_plan_period_idx on inspection_plan (tenant_id, period, due_on, id) include (enterprise_id)
  where removed_at is null;
create index inspection_plan_total_idx on inspection_plan (tenant_id, enterprise_id) where removed_at is null;
create index inspection_plan_owner_idx on inspection_plan (tenant_id, enterprise_id, id);
create index inspection_plan_oversight_idx on inspection_plan (tenant_id, oversight_code, due_on, id)
  include (enterprise_id, subject, kind, year) where removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on inspection_plan
  for each row
  execute function oversight_follows();

create table inspection (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  no text collate "C" not null,
  title text collate "C" not null,
  kind text not null,
  source text not null check (source in ('regulator', 'self')),
  checklist_id text,
  checklist_name text,
  checklist_edition int,
  plan_id uuid,
  inspectors jsonb not null,
  started_at timestamptz not null,
  place text,
  -- Copy of the checklist items, with results. Later changes of the checklist do not affect the inspection.
  items jsonb not null default '[]',
  item_count int not null default 0,
  done_count int not null default 0,
  fail_count int not null default 0,
  conclusion text,
  signatures jsonb not null default '[]',
  finished_at timestamptz,
  status text not null default 'running' check (status in ('running', 'finished', 'voided')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, plan_id) references inspection_plan
);
comment on table inspection is 'class: enterprise in region';
create unique index inspection_no_key on inspection (tenant_id, no);
create index inspection_updated_idx on inspection (tenant_id, updated_at, id)
  include (enterprise_id, title, kind, source, status) where removed_at is null;
create index inspection_started_idx on inspection (tenant_id, started_at, id)
  include (enterprise_id) where removed_at is null;
create index inspection_finished_idx on inspection (tenant_id, finished_at nulls first, id)
  include (enterprise_id, title, kind, source, status) where removed_at is null;
create index inspection_number_idx on inspection (tenant_id, no, id) include (enterprise_id) where removed_at is null;
create index inspection_title_idx on inspection (tenant_id, title, id) include (enterprise_id) where removed_at is null;
create index inspection_enterprise_idx on inspection (tenant_id, enterprise_id, started_at, id) where removed_at is null;
create index inspection_kind_idx on inspection (tenant_id, kind, started_at, id) include (enterprise_id)
  where removed_at is null;
create index inspection_source_idx on inspection (tenant_id, source, started_at, id) include (enterprise_id, status)
  where removed_at is null;
create index inspection_status_idx on inspection (tenant_id, status, started_at, id) include (enterprise_id)
  where removed_at is null;
create index inspection_plan_id_idx on inspection (tenant_id, plan_id, started_at, id) include (enterprise_id, status)
  where plan_id is not null and removed_at is null;
create index inspection_total_idx on inspection (tenant_id, enterprise_id) where removed_at is null;
create index inspection_owner_idx on inspection (tenant_id, enterprise_id, id);
-- Narrow index for counts of inspections by region.
create index inspection_region_idx on inspection (tenant_id, oversight_code, started_at, id) include (enterprise_id)
  where removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on inspection
  for each row
  execute function oversight_follows();

create table enforcement (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  no text collate "C" not null,
  kind text not null,
  title text collate "C" not null,
  basis text,
  items jsonb not null default '[]',
  measures jsonb not null default '[]',
  due_on date not null,
  files jsonb not null default '[]',
  inspection_id uuid,
  inspectors jsonb not null default '[]',
  signatures jsonb not null default '[]',
  place text,
  issued_by text,
  issued_at timestamptz not null,
  received_by text,
  received_at timestamptz,
  replies jsonb not null default '[]',
  replied_at timestamptz,
  opinion text,
  closed_at timestamptz,
  -- Whether the notice stops work now (art. 65). An approved review or a withdrawal ends the stop.
  stops boolean not null default false,
  lifted_at timestamptz,
  unreceived_at timestamptz,
  status text not null default 'issued' check (status in ('issued', 'received', 'replied', 'closed')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, inspection_id) references inspection
);
comment on table enforcement is 'class: enterprise in region';
-- The number of a removed notice is never reused.
create unique index enforcement_no_key on enforcement (tenant_id, no);
create index enforcement_updated_idx on enforcement (tenant_id, updated_at, id)
  include (enterprise_id, title, kind, status) where removed_at is null;
create index enforcement_issued_idx on enforcement (tenant_id, issued_at, id)
  include (enterprise_id) where removed_at is null;
create index enforcement_due_idx on enforcement (tenant_id, due_on, id)
  include (enterprise_id) where removed_at is null;
-- Narrow index for counts, because a range of days may contain all rows.
create index enforcement_due_total_idx on enforcement (tenant_id, due_on, enterprise_id) where removed_at is null;
create index enforcement_number_idx on enforcement (tenant_id, no, id) include (enterprise_id) where removed_at is null;
create index enforcement_title_idx on enforcement (tenant_id, title, id) include (enterprise_id) where removed_at is null;
create index enforcement_enterprise_idx on enforcement (tenant_id, enterprise_id, issued_at, id) where removed_at is null;
create index enforcement_kind_idx on enforcement (tenant_id, kind, issued_at, id) include (enterprise_id)
  where removed_at is null;
create index enforcement_status_idx on enforcement (tenant_id, status, issued_at, id) include (enterprise_id)
  where removed_at is null;
create index enforcement_inspection_idx on enforcement (tenant_id, inspection_id) where inspection_id is not null;
create index enforcement_total_idx on enforcement (tenant_id, enterprise_id) where removed_at is null;
create index enforcement_owner_idx on enforcement (tenant_id, enterprise_id, id);
-- Open notices in id order, for repairing to-dos.
create index enforcement_open_idx on enforcement (tenant_id, id) where status <> 'closed' and removed_at is null;
create index enforcement_oversight_idx on enforcement (tenant_id, oversight_code, issued_at, id)
  include (enterprise_id, title, kind, status) where removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on enforcement
  for each row
  execute function oversight_follows();

-- Floor plans (平面图) on which risk points (风险点) are drawn.
create table risk_plan (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  name text collate "C" not null,
  picture jsonb not null default '[]',
  areas jsonb not null default '[]',
  edition int not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  name_search text collate "C" not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table risk_plan is 'class: enterprise in region; object: riskPlan';
create index risk_plan_updated_idx on risk_plan (tenant_id, updated_at, id) include (enterprise_id, name)
  where removed_at is null;
create index risk_plan_name_idx on risk_plan (tenant_id, name, id) include (enterprise_id) where removed_at is null;
create index risk_plan_enterprise_idx on risk_plan (tenant_id, enterprise_id, name, id) where removed_at is null;
create index risk_plan_total_idx on risk_plan (tenant_id, enterprise_id) where removed_at is null;
create index risk_plan_owner_idx on risk_plan (tenant_id, enterprise_id, id);
create index risk_plan_oversight_idx on risk_plan (tenant_id, oversight_code, name, id) include (enterprise_id)
  where removed_at is null;
create index risk_plan_name_search_idx on risk_plan (tenant_id, name_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index risk_plan_name_unread_idx on risk_plan (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create trigger name_search_follows before insert or update of name, name_search on risk_plan
  for each row
  execute function name_search_follows();
create trigger oversight_follows before insert or update of enterprise_id on risk_plan
  for each row
  execute function oversight_follows();

create table risk_point (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  no text collate "C" not null,
  name text collate "C" not null,
  kind text not null,
  place text not null,
  department text not null,
  station_id uuid,
  owner_id uuid not null,
  hazards jsonb not null default '[]',
  method text not null default 'LEC' check (method in ('LEC', 'LS', 'LC', 'direct')),
  factors jsonb not null default '{}',
  direct_basis text,
  adjusted_level text check (adjusted_level in ('major', 'considerable', 'general', 'low')),
  adjust_reason text,
  assessed_on date not null,
  controls jsonb not null default '[]',
  control_layer text not null check (control_layer in ('company', 'department', 'team', 'post')),
  check_cycle text not null,
  cycles jsonb,
  checklist_id text,
  checklist_name text,
  residual jsonb,
  analysis_object text,
  analysis_unit text,
  risk_event text,
  score float8,
  computed_level text check (computed_level in ('major', 'considerable', 'general', 'low')),
  level text check (level in ('major', 'considerable', 'general', 'low')),
  rank int not null default 0,
  residual_level text check (residual_level in ('major', 'considerable', 'general', 'low')),
  next_assess_on date,
  edition int not null default 1,
  -- In a new assessment: id of the assessed point. After the approval, this row holds the former assessment.
  basis_id uuid,
  reassess_cause text,
  proposals jsonb not null default '[]',
  proposed_on date,
  plan_id uuid,
  plan_x float8,
  plan_y float8,
  paused_from date,
  paused_to date,
  pause_reason text,
  opinion text,
  approved_on date,
  approved_by text,
  status text not null default 'draft' check (status in ('draft', 'underReview', 'inForce', 'retired')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  presence_code text not null default substr(md5(gen_random_uuid()::text), 1, 12),
  -- Position of the point (WGS-84), to prove presence.
  lng numeric,
  lat numeric,
  name_search text collate "C" not null default '',
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, station_id) references station,
  foreign key (tenant_id, owner_id) references employee,
  foreign key (tenant_id, basis_id) references risk_point,
  foreign key (tenant_id, plan_id) references risk_plan
);
comment on table risk_point is 'class: enterprise in region; object: riskPoint';
create unique index risk_point_no_key on risk_point (tenant_id, no);
-- A point has at most one pending assessment.
create unique index risk_point_reassessment_key on risk_point (tenant_id, basis_id)
  where status in ('draft', 'underReview') and removed_at is null and basis_id is not null;
create index risk_point_rank_idx on risk_point (tenant_id, rank, id)
  include (enterprise_id, level, status, kind, control_layer) where removed_at is null;
create index risk_point_updated_idx on risk_point (tenant_id, updated_at, id)
  include (enterprise_id, level, status, kind, control_layer) where removed_at is null;
create index risk_point_score_idx on risk_point (tenant_id, score nulls first, id)
  include (enterprise_id, level, status, kind, control_layer) where removed_at is null;
create index risk_point_next_idx on risk_point (tenant_id, next_assess_on nulls first, id)
  include (enterprise_id, status) where removed_at is null;
-- Narrow index for counts, because a range of days may contain all rows.
create index risk_point_next_total_idx on risk_point (tenant_id, next_assess_on, enterprise_id)
  include (basis_id, status) where removed_at is null;
create index risk_point_number_idx on risk_point (tenant_id, no, id) include (enterprise_id) where removed_at is null;
create index risk_point_name_idx on risk_point (tenant_id, name, id) include (enterprise_id) where removed_at is null;
create index risk_point_enterprise_idx on risk_point (tenant_id, enterprise_id, rank, id) where removed_at is null;
create index risk_point_kind_idx on risk_point (tenant_id, kind, rank, id) include (enterprise_id) where removed_at is null;
create index risk_point_department_idx on risk_point (tenant_id, department, rank, id) include (enterprise_id)
  where removed_at is null;
create index risk_point_holder_idx on risk_point (tenant_id, owner_id, rank, id) include (enterprise_id)
  where removed_at is null;
create index risk_point_layer_idx on risk_point (tenant_id, control_layer, rank, id) include (enterprise_id)
  where removed_at is null;
create index risk_point_cycle_idx on risk_point (tenant_id, check_cycle, rank, id) include (enterprise_id)
  where removed_at is null;
create index risk_point_level_idx on risk_point (tenant_id, level, rank, id) include (enterprise_id, status)
  where removed_at is null;
create index risk_point_status_idx on risk_point (tenant_id, status, rank, id) include (enterprise_id, level)
  where removed_at is null;
create index risk_point_basis_idx on risk_point (tenant_id, basis_id, rank, id) include (enterprise_id, status)
  where removed_at is null;
create index risk_point_plan_idx on risk_point (tenant_id, plan_id, rank, id) include (enterprise_id, status)
  where removed_at is null;
-- For the total count of a list, without former assessments.
create index risk_point_total_idx on risk_point (tenant_id, enterprise_id) include (basis_id, status)
  where removed_at is null;
create index risk_point_owner_idx on risk_point (tenant_id, enterprise_id, id);
create index risk_point_oversight_idx on risk_point (tenant_id, oversight_code, rank, id)
  include (enterprise_id, level, status, kind) where removed_at is null;
create index risk_point_name_search_idx on risk_point (tenant_id, name_search, id) include (enterprise_id, oversight_code)
  where removed_at is null;
create index risk_point_name_unread_idx on risk_point (tenant_id, id) where strpos(name_search, chr(10)) = 0;
create trigger name_search_follows before insert or update of name, name_search on risk_point
  for each row
  execute function name_search_follows();
create trigger oversight_follows before insert or update of enterprise_id on risk_point
  for each row
  execute function oversight_follows();

-- Hidden dangers (隐患), from finding to closure.
create table danger (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  no text collate "C" not null,
  title text collate "C" not null,
  level text not null check (level in ('general', 'major')),
  category text not null,
  source text not null,
  place text collate "C" not null,
  station_id uuid,
  description text,
  major_criterion text,
  major_basis text,
  photos_before jsonb not null default '[]',
  found_at timestamptz not null,
  found_by text not null,
  deadline_on date not null,
  duty_department text,
  duty_person_id uuid,
  interim_measures text,
  repeat_cause text,
  status text not null default 'open' check (status in ('open', 'rectifying', 'submitted', 'accepted', 'returned', 'voided')),
  -- Next party to act. Computed at each state change, for lists and counts.
  turn text not null default 'enterprise' check (turn in ('enterprise', 'head', 'verifier', 'regulator', 'nobody')),
  turn_since timestamptz,
  -- Whether the enterprise itself or a regulator found the danger.
  origin text not null default 'own' check (origin in ('own', 'regulator')),
  on_spot boolean not null default false,
  measures text,
  photos_after jsonb not null default '[]',
  acceptance_report jsonb not null default '[]',
  cost_fen bigint,
  started_at timestamptz,
  fixed_at timestamptz,
  submitted_at timestamptz,
  fixer_id uuid,
  head_signed_at timestamptz,
  head_signer_id uuid,
  verifier_id uuid,
  opinion text,
  verified_at timestamptz,
  plan jsonb,
  plan_files jsonb not null default '[]',
  plan_state text not null default 'none' check (plan_state in ('none', 'waiting', 'approved', 'returned')),
  plan_approved_at timestamptz,
  plan_approver_id uuid,
  extensions jsonb not null default '[]',
  extension_status text check (extension_status in ('pending', 'approved', 'refused')),
  listing_level text,
  listing_authority text,
  listing_no text,
  listed_on date,
  listing_due_on date,
  delisted_on date,
  published_on date,
  published_files jsonb not null default '[]',
  congress_on date,
  congress_files jsonb not null default '[]',
  sampled_on date,
  sample_result text check (sample_result in ('pass', 'fail')),
  repeats int not null default 0,
  repeat_of_id uuid,
  duplicate_of_id uuid,
  inspection_id text collate "C",
  inspection_no text,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  -- Last reminder to the party that must act (催办).
  urged_at timestamptz,
  risk_point_id uuid,
  vehicle_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, duty_person_id) references employee,
  foreign key (tenant_id, station_id) references station,
  constraint danger_risk_point_fkey foreign key (tenant_id, risk_point_id) references risk_point,
  constraint danger_vehicle_fkey foreign key (tenant_id, vehicle_id) references vehicle
);
comment on table danger is 'class: enterprise in region';
create unique index danger_no_key on danger (tenant_id, no) where removed_at is null;
-- Each sort column has an index. The index includes the columns of row security and title search, so the table is not
-- read.
create index danger_found_idx on danger (tenant_id, found_at, id)
  include (enterprise_id, title) where removed_at is null;
create index danger_deadline_idx on danger (tenant_id, deadline_on, id)
  include (enterprise_id, title) where removed_at is null;
create index danger_updated_idx on danger (tenant_id, updated_at, id)
  include (enterprise_id, title) where removed_at is null;
-- Narrow, because a search for a part of the title reads the whole index.
create index danger_title_idx on danger (tenant_id, title, id) include (enterprise_id) where removed_at is null;
-- Indexes for filters, in the default order of the list.
create index danger_enterprise_idx on danger (tenant_id, enterprise_id, found_at, id) where removed_at is null;
create index danger_status_idx on danger (tenant_id, status, found_at, id) include (enterprise_id)
  where removed_at is null;
create index danger_level_idx on danger (tenant_id, level, found_at, id) include (enterprise_id)
  where removed_at is null;
create index danger_category_idx on danger (tenant_id, category, found_at, id) include (enterprise_id)
  where removed_at is null;
create index danger_source_idx on danger (tenant_id, source, found_at, id) include (enterprise_id)
  where removed_at is null;
create index danger_turn_idx on danger (tenant_id, turn, found_at, id) include (enterprise_id)
  where removed_at is null;
create index danger_inspection_idx on danger (tenant_id, inspection_id, found_at, id) include (enterprise_id)
  where removed_at is null and inspection_id is not null;
-- Unclosed dangers, a small part of all, for counts, reminders and escalation.
create index danger_unclosed_idx on danger (tenant_id, enterprise_id, deadline_on, id)
  include (status, level, found_at) where removed_at is null and status in ('open', 'rectifying', 'returned', 'submitted');
create index danger_unfixed_idx on danger (tenant_id, deadline_on, id)
  include (enterprise_id) where removed_at is null and status in ('open', 'rectifying', 'returned');
-- For repeated dangers of the same category and place.
create index danger_place_idx on danger (tenant_id, enterprise_id, category, place, verified_at)
  where removed_at is null and status = 'accepted';
create index danger_repeat_idx on danger (tenant_id, found_at, id) include (enterprise_id)
  where removed_at is null and repeats > 0;
create index danger_listed_idx on danger (tenant_id, found_at, id) include (enterprise_id)
  where removed_at is null and listed_on is not null and delisted_on is null;
create index danger_sampled_idx on danger (tenant_id, found_at, id) include (enterprise_id)
  where removed_at is null and sampled_on is not null and sample_result is null;
-- Used to count all rows of a tenant.
create index danger_total_idx on danger (tenant_id, enterprise_id) where removed_at is null;
-- For foreign keys, and for updating the rows of an enterprise after a region change. Includes removed rows.
create index danger_owner_idx on danger (tenant_id, enterprise_id, id);
create index danger_duty_idx on danger (tenant_id, duty_person_id) where duty_person_id is not null;
create index danger_station_idx on danger (tenant_id, station_id) where station_id is not null;
create index danger_oversight_idx on danger (tenant_id, oversight_code, found_at, id)
  include (enterprise_id, title) where removed_at is null;
-- Unclosed dangers, a small part of all. The home pages read them by an index-only scan.
create index danger_open_idx on danger (tenant_id, oversight_code, enterprise_id)
  include (status, turn, level, deadline_on, listed_on, delisted_on)
  where removed_at is null and status in ('open', 'rectifying', 'returned', 'submitted');
-- Submitted dangers, with the time since which each waits for its next party.
create index danger_handed_idx on danger (tenant_id, oversight_code, turn, enterprise_id)
  include (turn_since, submitted_at, updated_at) where removed_at is null and status = 'submitted';
create index danger_risk_point_idx on danger (tenant_id, risk_point_id, found_at, id)
  include (enterprise_id, status) where removed_at is null and risk_point_id is not null;
-- For statistics by department.
create index danger_department_idx on danger (tenant_id, duty_department, found_at, id) include (enterprise_id)
  where removed_at is null and duty_department is not null;
create index danger_vehicle_idx on danger (tenant_id, vehicle_id, found_at, id)
  include (enterprise_id, status) where removed_at is null and vehicle_id is not null;

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
create trigger danger_fact_delete after delete on danger
  referencing old table as gone for each statement execute function danger_fact_note();
create trigger danger_fact_insert after insert on danger
  referencing new table as arrived for each statement execute function danger_fact_note();
create trigger danger_fact_update after update on danger
  referencing old table as gone new table as arrived for each statement execute function danger_fact_note();
create trigger oversight_follows before insert or update of enterprise_id on danger
  for each row
  execute function oversight_follows();

-- Links by which a person without an account rectifies a danger. Only the hash of the secret is stored.
create table danger_link (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  danger_id uuid not null,
  name text not null,
  token_hash text collate "C" not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null,
  created_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, danger_id) references danger
);
comment on table danger_link is 'class: enterprise in region';
create unique index danger_link_token_key on danger_link (tenant_id, token_hash);
create index danger_link_danger_idx on danger_link (tenant_id, danger_id, created_at, id);
create index danger_link_owner_idx on danger_link (tenant_id, enterprise_id, id);
create trigger oversight_follows before insert or update of enterprise_id on danger_link
  for each row
  execute function oversight_follows();

-- Notes and photos submitted with a link of `danger_link`.
create table danger_link_entry (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  danger_id uuid not null,
  link_id uuid not null,
  note text not null,
  photos jsonb not null default '[]',
  created_at timestamptz not null,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, danger_id) references danger,
  foreign key (tenant_id, link_id) references danger_link
);
comment on table danger_link_entry is 'class: enterprise in region';
create index danger_link_entry_danger_idx on danger_link_entry (tenant_id, danger_id, created_at, id);
create index danger_link_entry_link_idx on danger_link_entry (tenant_id, link_id);
create index danger_link_entry_owner_idx on danger_link_entry (tenant_id, enterprise_id, id);
create trigger oversight_follows before insert or update of enterprise_id on danger_link_entry
  for each row
  execute function oversight_follows();

-- Checks of risk points (排查任务), planned by their cycles.
create table risk_check (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  risk_point_id uuid not null,
  layer text not null check (layer in ('company', 'department', 'team', 'post')),
  due_on date not null,
  point_name text collate "C" not null,
  opens_at timestamptz not null,
  due_at timestamptz not null,
  planned boolean not null default false,
  checklist_name text,
  -- Copy of the checklist items with results, created when the check starts.
  items jsonb not null default '[]',
  item_count int not null default 0,
  done_count int not null default 0,
  fail_count int not null default 0,
  presence text check (presence in ('qr', 'position', 'none')),
  present_at timestamptz,
  started_at timestamptz,
  done_at timestamptz,
  done_by_id uuid,
  done_by_name text,
  note text,
  status text not null default 'pending' check (status in ('pending', 'done', 'paused', 'cancelled')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, risk_point_id) references risk_point,
  foreign key (tenant_id, done_by_id) references employee
);
comment on table risk_check is 'class: enterprise in region; object: riskCheck';
-- Repeated planning creates at most one check per point, layer and time.
create unique index risk_check_window_key on risk_check (tenant_id, risk_point_id, layer, opens_at)
  where planned and removed_at is null;
create index risk_check_updated_idx on risk_check (tenant_id, updated_at, id)
  include (enterprise_id, status) where removed_at is null;
create index risk_check_due_idx on risk_check (tenant_id, due_on, id)
  include (enterprise_id, status, due_at, opens_at, fail_count) where removed_at is null;
-- Narrow index for counts, because a range of days may contain all rows.
create index risk_check_due_total_idx on risk_check (tenant_id, due_on, enterprise_id) where removed_at is null;
create index risk_check_name_idx on risk_check (tenant_id, point_name, id) include (enterprise_id)
  where removed_at is null;
create index risk_check_enterprise_idx on risk_check (tenant_id, enterprise_id, due_on, id)
  include (status, due_at, done_at, opens_at, layer, fail_count) where removed_at is null;
create index risk_check_point_idx on risk_check (tenant_id, risk_point_id, due_on, id)
  include (enterprise_id, point_name, status, due_at) where removed_at is null;
create index risk_check_point_total_idx on risk_check (tenant_id, risk_point_id, enterprise_id)
  where removed_at is null;
create index risk_check_layer_idx on risk_check (tenant_id, layer, due_on, id) include (enterprise_id, status)
  where removed_at is null;
create index risk_check_person_idx on risk_check (tenant_id, done_by_id, due_on, id) include (enterprise_id)
  where removed_at is null;
create index risk_check_status_idx on risk_check (tenant_id, status, due_on, id)
  include (enterprise_id, due_at, opens_at) where removed_at is null;
create index risk_check_total_idx on risk_check (tenant_id, enterprise_id) where removed_at is null;
create index risk_check_owner_idx on risk_check (tenant_id, enterprise_id, id);
create index risk_check_oversight_idx on risk_check (tenant_id, oversight_code, due_on, id)
  include (enterprise_id, status, due_at) where removed_at is null;
-- Pending checks of a day. Queried after each submitted check, so it must not read finished checks.
create index risk_check_waiting_idx on risk_check (tenant_id, enterprise_id, due_on)
  include (layer, risk_point_id, opens_at, due_at) where status = 'pending' and removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on risk_check
  for each row
  execute function oversight_follows();

-- Reports by employees (员工举报), with rewards. People without an account report by a posted code.
create table staff_report (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  no text collate "C" not null,
  matter text collate "C" not null,
  place text,
  photos jsonb not null default '[]',
  reporter_name text,
  -- Mask of the phone, for display. The full phone is encrypted.
  reporter_phone text,
  reporter_phone_sealed text,
  reporter_phone_index text collate "C",
  code_id uuid,
  code_name text,
  reported_at timestamptz,
  status text not null default 'submitted' check (status in ('submitted', 'confirmed', 'rejected', 'rewarded', 'closed')),
  checked_at timestamptz,
  checked_by text,
  opinion text,
  danger_id uuid,
  reward_fen bigint check (reward_fen >= 0),
  reward_reason text,
  reward_to text,
  rewarded_at timestamptz,
  rewarded_by text,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, danger_id) references danger,
  constraint staff_report_phone_is_masked check (phone_is_masked(reporter_phone))
);
comment on table staff_report is 'class: enterprise in region';
comment on column staff_report.reporter_phone_sealed is 'sealed by id';
create unique index staff_report_no_key on staff_report (tenant_id, no);
create index staff_report_updated_idx on staff_report (tenant_id, updated_at, id)
  include (enterprise_id, matter, status) where removed_at is null;
create index staff_report_reported_idx on staff_report (tenant_id, reported_at nulls first, id)
  include (enterprise_id, matter, status) where removed_at is null;
create index staff_report_number_idx on staff_report (tenant_id, no, id) include (enterprise_id) where removed_at is null;
create index staff_report_matter_idx on staff_report (tenant_id, matter, id) include (enterprise_id) where removed_at is null;
create index staff_report_enterprise_idx on staff_report (tenant_id, enterprise_id, reported_at, id) where removed_at is null;
create index staff_report_status_idx on staff_report (tenant_id, status, reported_at, id) include (enterprise_id)
  where removed_at is null;
create index staff_report_phone_idx on staff_report (tenant_id, reporter_phone_index)
  where reporter_phone_index is not null and removed_at is null;
create index staff_report_code_idx on staff_report (tenant_id, code_id, created_at) where code_id is not null;
create index staff_report_total_idx on staff_report (tenant_id, enterprise_id) where removed_at is null;
create index staff_report_owner_idx on staff_report (tenant_id, enterprise_id, id);
create index staff_report_oversight_idx on staff_report (tenant_id, oversight_code, reported_at, id)
  include (enterprise_id, matter, status) where removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on staff_report
  for each row
  execute function oversight_follows();

create table staff_report_code (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  name text not null,
  token_hash text collate "C" not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null,
  created_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table staff_report_code is 'class: enterprise in region';
create unique index staff_report_code_token_key on staff_report_code (tenant_id, token_hash);
create index staff_report_code_owner_idx on staff_report_code (tenant_id, enterprise_id, id);
create trigger oversight_follows before insert or update of enterprise_id on staff_report_code
  for each row
  execute function oversight_follows();

-- Ledger of expiry dates (到期台账): one row per document, inspection, policy or certificate with a last day. The row is
-- also its warning (风险预警): its level rises, and the warning ends with a renewal or with the item.
create table warning (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  -- Source of the warning: expiry, or a state of another module (dictionary warningSource).
  source text not null default 'expiry',
  -- Where the date comes from: entered here, the enterprise's own record, or a module.
  origin text not null default 'entered' check (origin in ('entered', 'enterprise', 'module')),
  subject text not null check (subject in ('enterprise', 'place', 'equipment', 'vehicle', 'person')),
  item_type text not null,
  -- Id of the item in its module. An entered item gets a new id.
  item_id text not null default gen_random_uuid()::text,
  item_name text collate "C" not null,
  subject_name text,
  doc_no text,
  valid_to date not null,
  papers jsonb not null default '[]',
  edition int not null default 1,
  remark text,
  is_blocking boolean not null default false,
  level text check (level in ('expired', 'urgent', 'soon', 'early')),
  status text not null default 'valid' check (status in ('open', 'acknowledged', 'handled', 'ignored', 'valid')),
  handler_id uuid,
  note text,
  ignored_until date,
  snoozed_to date,
  urged_at timestamptz,
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
comment on table warning is 'class: enterprise in region; object: warning';
-- One row per item. Entered items are excluded, because each has its own id.
create unique index warning_item_key on warning (tenant_id, item_id, item_type, source)
  where removed_at is null and origin <> 'entered';
-- A nightly job updates each index of every row whose level changes. So there are few indexes, and partial indexes
-- for rare values. Each sort column has an index. The index includes the columns of row security and name search, so
-- the table is not read.
create index warning_due_idx on warning (tenant_id, valid_to, id) include (enterprise_id, item_name)
  where removed_at is null;
create index warning_updated_idx on warning (tenant_id, updated_at, id) include (enterprise_id, item_name)
  where removed_at is null;
create index warning_name_idx on warning (tenant_id, item_name, id) include (enterprise_id) where removed_at is null;
-- Indexes for selective filters, in the default order of the list. The index by enterprise also serves the foreign
-- key and region changes, so it includes removed rows.
create index warning_enterprise_idx on warning (tenant_id, enterprise_id, valid_to, id);
create index warning_type_idx on warning (tenant_id, item_type, valid_to, id) include (enterprise_id)
  where removed_at is null;
create index warning_status_idx on warning (tenant_id, status, valid_to, id) include (enterprise_id, level)
  where removed_at is null and status <> 'valid';
create index warning_level_idx on warning (tenant_id, level, valid_to, id) include (enterprise_id, status)
  where removed_at is null and level is not null;
create index warning_source_idx on warning (tenant_id, source, valid_to, id) include (enterprise_id)
  where removed_at is null and source <> 'expiry';
create index warning_oversight_idx on warning (tenant_id, oversight_code, valid_to, id) include (enterprise_id)
  where removed_at is null;
-- Used to count all rows of a tenant.
create index warning_total_idx on warning (tenant_id, enterprise_id) where removed_at is null;
-- Unsettled warnings, for red dots, counts by level and lists of an enterprise.
create index warning_unsettled_idx on warning (tenant_id, level, enterprise_id) include (oversight_code)
  where status in ('open', 'acknowledged') and removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on warning
  for each row
  execute function oversight_follows();

-- Replaced documents of an item. They never change.
create table warning_version (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  warning_id uuid not null,
  edition int not null,
  valid_to date not null,
  papers jsonb not null default '[]',
  replaced_at timestamptz not null,
  replaced_by uuid,
  replaced_by_name text,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table warning_version is 'class: enterprise in region';
create index warning_version_item_idx on warning_version (tenant_id, warning_id, edition);
create index warning_version_owner_idx on warning_version (tenant_id, enterprise_id);
create trigger oversight_follows before insert or update of enterprise_id on warning_version
  for each row
  execute function oversight_follows();

-- Daily digest of expiring items, one row per user and day.
create table warning_digest (
  tenant_id text not null,
  user_id uuid not null,
  day date not null,
  expired int not null,
  urgent int not null,
  soon int not null,
  early int not null,
  enterprises int not null,
  -- Item with the earliest last day.
  first_item text not null,
  told_at timestamptz not null,
  read_at timestamptz,
  primary key (tenant_id, user_id, day),
  foreign key (tenant_id, user_id) references app_user
);
comment on table warning_digest is 'class: tenant';
create index warning_digest_day_idx on warning_digest (tenant_id, day);

-- Topics (专题) of a tenant: quick entries of the home page, and campaigns with tasks.
create table topic (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  type text not null check (type in ('motif', 'campaign')),
  title text collate "C" not null,
  cover jsonb not null default '[]',
  start_on date,
  end_on date,
  -- Entries or tasks, in order. Each has an id, to which copies and finished tasks refer.
  items jsonb not null,
  sort int not null default 0,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id)
);
comment on table topic is 'class: tenant; object: topic';
create index topic_updated_idx on topic (tenant_id, updated_at, id) include (type) where removed_at is null;
create index topic_title_idx on topic (tenant_id, title, id) include (type) where removed_at is null;
create index topic_type_idx on topic (tenant_id, type, updated_at, id) where removed_at is null;
create index topic_total_idx on topic (tenant_id) where removed_at is null;

-- Quick entries that an enterprise changed, hid or added.
create table topic_entry (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  topic_id uuid not null,
  -- Id of the changed item of the tenant. An added entry has its own id here.
  item_id uuid not null,
  name text not null,
  path text not null,
  icon text,
  hidden boolean not null default false,
  sort int not null default 0,
  updated_at timestamptz not null,
  updated_by uuid,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, topic_id) references topic
);
comment on table topic_entry is 'class: enterprise in region';
create unique index topic_entry_item_key on topic_entry (tenant_id, enterprise_id, item_id);
create index topic_entry_topic_idx on topic_entry (tenant_id, topic_id);
create trigger oversight_follows before insert or update of enterprise_id on topic_entry
  for each row
  execute function oversight_follows();

-- Campaign tasks that an enterprise finished.
create table topic_task (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  topic_id uuid not null,
  item_id uuid not null,
  done_at timestamptz not null,
  done_by uuid,
  -- Name of the user at that time.
  done_by_name text,
  note text,
  evidence jsonb not null default '[]',
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, topic_id) references topic
);
comment on table topic_task is 'class: enterprise in region';
create unique index topic_task_item_key on topic_task (tenant_id, enterprise_id, item_id);
create index topic_task_topic_idx on topic_task (tenant_id, topic_id, enterprise_id) include (item_id, done_at);
create trigger oversight_follows before insert or update of enterprise_id on topic_task
  for each row
  execute function oversight_follows();

-- Scores (安全分) and colours of enterprises, with their explanation. A day has a row only if the result changed. For
-- other days the last earlier row applies.
create table score_day (
  tenant_id text not null,
  enterprise_id uuid not null,
  day date not null,
  -- One decimal place; null if too few parts have data.
  score float8,
  color text not null check (color in ('red', 'orange', 'yellow', 'blue', 'unrated')),
  judgement jsonb not null,
  -- Hash for comparing two judgements without reading them.
  digest text not null,
  computed_at timestamptz not null,
  oversight_code text collate "C" not null,
  primary key (tenant_id, enterprise_id, day),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table score_day is 'class: enterprise in region';
create trigger oversight_follows before insert or update of enterprise_id on score_day
  for each row
  execute function oversight_follows();

-- Colours that a regulator sets for a limited time. A set colour cannot be better than the computed one.
create table color_hold (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  color text not null check (color in ('red', 'orange', 'yellow')),
  reason text not null,
  until_on date not null,
  held_at timestamptz not null,
  held_by uuid,
  held_by_name text,
  released_at timestamptz,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table color_hold is 'class: enterprise in region';
create unique index color_hold_key on color_hold (tenant_id, enterprise_id) where released_at is null;
create index color_hold_owner_idx on color_hold (tenant_id, enterprise_id, id);
create trigger oversight_follows before insert or update of enterprise_id on color_hold
  for each row
  execute function oversight_follows();

-- Queue of enterprises whose score must be recomputed. One row per change, so concurrent changes do not wait for each
-- other. The job deletes the rows it has read.
create table score_due (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  oversight_code text collate "C" not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise on delete cascade
);
comment on table score_due is 'class: enterprise in region';
create index score_due_owner_idx on score_due (tenant_id, enterprise_id);
create trigger oversight_follows before insert or update of enterprise_id on score_due
  for each row
  execute function oversight_follows();

-- Id for rows inserted by a bulk statement. These ids and the ids from the server sort by time.
create function id_at(moment timestamptz) returns uuid language sql volatile parallel safe
  return (overlay(lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') placing '-' from 9 for 0) || '-7'
    || substr(gen_random_uuid()::text, 16))::uuid;

-- Contribution of one danger to the sums.
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

-- Merges rows with equal dimensions, only where a row was added since the last merge. The lock is taken before the
-- statement takes its snapshot, so the snapshot contains concurrent merges.
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

-- Recounts a tenant during concurrent writes. A single statement sees either both the changed danger and its
-- difference, or neither.
create function danger_fact_recount(of_tenant text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('danger_fact'), hashtext(of_tenant));
  with taken as (delete from danger_fact where tenant_id = of_tenant)
  insert into danger_fact (tenant_id, oversight_code, kind, day, dangers, done, folded)
  select d.tenant_id, d.oversight_code, f.kind, f.day, count(*), sum(f.done), true
  from danger d cross join lateral danger_facts_of(d.status, d.found_at, d.deadline_on, d.submitted_at, d.verified_at) f
  where d.tenant_id = of_tenant and d.removed_at is null group by 1, 2, 3, 4;
end $$;
