-- Hidden dangers, inspections, risk points and their checks, staff reports, warnings, topics and scores.

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

-- Check lists (检查表), inspections with their yearly plan (检查, 年度监督检查计划), and enforcement notices (执法通知).
create table checklist (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  -- The lowest id stands for the tenant itself: its lists are for all.
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
  -- A copy of the template's items with what was found: a template that changes meanwhile changes nothing here.
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
-- Inspections of a division are counted from an index that holds no more than that takes.
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
  -- Whether work is stopped by it now (art. 65): ended by an approved review alone.
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
-- A number that was given out is never given out again, whatever became of its notice.
create unique index enforcement_no_key on enforcement (tenant_id, no);
create index enforcement_updated_idx on enforcement (tenant_id, updated_at, id)
  include (enterprise_id, title, kind, status) where removed_at is null;
create index enforcement_issued_idx on enforcement (tenant_id, issued_at, id)
  include (enterprise_id) where removed_at is null;
create index enforcement_due_idx on enforcement (tenant_id, due_on, id)
  include (enterprise_id) where removed_at is null;
-- Small, because a range of days may be all of them and is counted in it.
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
-- What makes somebody do something, by the order of the to-dos' repair.
create index enforcement_open_idx on enforcement (tenant_id, id) where status <> 'closed' and removed_at is null;
create index enforcement_oversight_idx on enforcement (tenant_id, oversight_code, issued_at, id)
  include (enterprise_id, title, kind, status) where removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on enforcement
  for each row
  execute function oversight_follows();

-- Risk points (风险点) with the plans (平面图) that they are drawn on.
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
  -- The point that this row assesses anew; once the new assessment is in force, the former one stands here.
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
  -- Where a risk point is on earth (WGS-84), by which presence at it may be shown.
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
-- One new assessment of a point at a time.
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
-- Small, because a range of days may be all of them and is counted in it.
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
-- A list counts what is no former edition.
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

-- Hidden dangers (隐患) from finding to closure, and links by which somebody from outside puts one right.
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
  -- Whose turn it is, worked out with every move, so that lists and counts are told by it.
  turn text not null default 'enterprise' check (turn in ('enterprise', 'head', 'verifier', 'regulator', 'nobody')),
  turn_since timestamptz,
  -- Who found it: the enterprise itself, or those who oversee it.
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
  -- When somebody was last urged to do what a danger waits for (催办).
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
-- One index a sort; row security and the part of a title are answered from it.
create index danger_found_idx on danger (tenant_id, found_at, id)
  include (enterprise_id, title) where removed_at is null;
create index danger_deadline_idx on danger (tenant_id, deadline_on, id)
  include (enterprise_id, title) where removed_at is null;
create index danger_updated_idx on danger (tenant_id, updated_at, id)
  include (enterprise_id, title) where removed_at is null;
-- Narrow, because a search for part of a title reads all of it.
create index danger_title_idx on danger (tenant_id, title, id) include (enterprise_id) where removed_at is null;
-- Filters, in the list's usual order.
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
-- What is not closed: few among many, asked for by counts, reminders and escalation.
create index danger_unclosed_idx on danger (tenant_id, enterprise_id, deadline_on, id)
  include (status, level, found_at) where removed_at is null and status in ('open', 'rectifying', 'returned', 'submitted');
create index danger_unfixed_idx on danger (tenant_id, deadline_on, id)
  include (enterprise_id) where removed_at is null and status in ('open', 'rectifying', 'returned');
-- Earlier ones of the same category and place.
create index danger_place_idx on danger (tenant_id, enterprise_id, category, place, verified_at)
  where removed_at is null and status = 'accepted';
create index danger_repeat_idx on danger (tenant_id, found_at, id) include (enterprise_id)
  where removed_at is null and repeats > 0;
create index danger_listed_idx on danger (tenant_id, found_at, id) include (enterprise_id)
  where removed_at is null and listed_on is not null and delisted_on is null;
create index danger_sampled_idx on danger (tenant_id, found_at, id) include (enterprise_id)
  where removed_at is null and sampled_on is not null and sample_result is null;
-- What the total of a whole tenant is counted in.
create index danger_total_idx on danger (tenant_id, enterprise_id) where removed_at is null;
-- Asked for by the foreign keys, and when an enterprise's rows move: the removed ones too.
create index danger_owner_idx on danger (tenant_id, enterprise_id, id);
create index danger_duty_idx on danger (tenant_id, duty_person_id) where duty_person_id is not null;
create index danger_station_idx on danger (tenant_id, station_id) where station_id is not null;
create index danger_oversight_idx on danger (tenant_id, oversight_code, found_at, id)
  include (enterprise_id, title) where removed_at is null;
-- Those that are not closed are few among many and read whole by every home, from here alone.
create index danger_open_idx on danger (tenant_id, oversight_code, enterprise_id)
  include (status, turn, level, deadline_on, listed_on, delisted_on)
  where removed_at is null and status in ('open', 'rectifying', 'returned', 'submitted');
-- Since when those that were handed in wait.
create index danger_handed_idx on danger (tenant_id, oversight_code, turn, enterprise_id)
  include (turn_since, submitted_at, updated_at) where removed_at is null and status = 'submitted';
create index danger_risk_point_idx on danger (tenant_id, risk_point_id, found_at, id)
  include (enterprise_id, status) where removed_at is null and risk_point_id is not null;
-- Dangers of one department, where the statistics by department lead.
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

-- A link for one danger and somebody without an account; the secret itself is never kept.
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

-- What was written by a link.
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

-- Checks of risk points (排查任务), planned from their cycles.
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
  -- A copy of the list's items with what was found, made when somebody begins.
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
-- Planning runs again whenever it likes: one check a point, layer and time.
create unique index risk_check_window_key on risk_check (tenant_id, risk_point_id, layer, opens_at)
  where planned and removed_at is null;
create index risk_check_updated_idx on risk_check (tenant_id, updated_at, id)
  include (enterprise_id, status) where removed_at is null;
create index risk_check_due_idx on risk_check (tenant_id, due_on, id)
  include (enterprise_id, status, due_at, opens_at, fail_count) where removed_at is null;
-- Small, because a range of days may be all of them and is counted in it.
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
-- What waits of a day is asked for after each check that is handed in: found without reading those that are done.
create index risk_check_waiting_idx on risk_check (tenant_id, enterprise_id, due_on)
  include (layer, risk_point_id, opens_at, due_at) where status = 'pending' and removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on risk_check
  for each row
  execute function oversight_follows();

-- Reports from staff (员工举报) with their rewards, and the codes on walls by which they come without an account.
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
  -- The mask that is seen; the whole phone stands encrypted beside it.
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

-- The ledger of dates (到期台账): every paper, inspection, policy or certificate with a last day, one row an item. The
-- warning about it (风险预警) stands in the same row: its level climbs in place, and only a renewal or the item's end ends it.
create table warning (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  -- What warns: expiry, or states of other modules, by the dictionary warningSource.
  source text not null default 'expiry',
  -- Whose data the date is: typed here, the enterprise's own file, or a module that tells of it.
  origin text not null default 'entered' check (origin in ('entered', 'enterprise', 'module')),
  subject text not null check (subject in ('enterprise', 'place', 'equipment', 'vehicle', 'person')),
  item_type text not null,
  -- The item where its data stand; typed ones are their own.
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
-- One row an item; those that are typed here are their own.
create unique index warning_item_key on warning (tenant_id, item_id, item_type, source)
  where removed_at is null and origin <> 'entered';
-- A night writes every index of each row whose level changes, so there are few, and what is rare has a partial one.
-- One index a sort; row security and a part of a name are answered from it.
create index warning_due_idx on warning (tenant_id, valid_to, id) include (enterprise_id, item_name)
  where removed_at is null;
create index warning_updated_idx on warning (tenant_id, updated_at, id) include (enterprise_id, item_name)
  where removed_at is null;
create index warning_name_idx on warning (tenant_id, item_name, id) include (enterprise_id) where removed_at is null;
-- Filters that choose few rows, in the list's usual order. That by enterprise serves the foreign key and rows that move
-- as well, so the removed ones stand in it.
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
-- What the total of a whole tenant is counted in.
create index warning_total_idx on warning (tenant_id, enterprise_id) where removed_at is null;
-- What nobody has settled: red dots, counts by level, what waits in an enterprise.
create index warning_unsettled_idx on warning (tenant_id, level, enterprise_id) include (oversight_code)
  where status in ('open', 'acknowledged') and removed_at is null;
create trigger oversight_follows before insert or update of enterprise_id on warning
  for each row
  execute function oversight_follows();

-- Papers that others have taken the place of; nobody changes them.
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

-- What runs out as each person was told of it, once a day.
create table warning_digest (
  tenant_id text not null,
  user_id uuid not null,
  day date not null,
  expired int not null,
  urgent int not null,
  soon int not null,
  early int not null,
  enterprises int not null,
  -- The item whose last day comes first.
  first_item text not null,
  told_at timestamptz not null,
  read_at timestamptz,
  primary key (tenant_id, user_id, day),
  foreign key (tenant_id, user_id) references app_user
);
comment on table warning_digest is 'class: tenant';
create index warning_digest_day_idx on warning_digest (tenant_id, day);

-- Special topics (专题) of a tenant: quick entries of the home page, and campaigns with their tasks.
create table topic (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  type text not null check (type in ('motif', 'campaign')),
  title text collate "C" not null,
  cover jsonb not null default '[]',
  start_on date,
  end_on date,
  -- What it is made of, in order; each has an id of its own that copies and tasks name.
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

-- What an enterprise made of its quick entries: changed, hidden, or its own.
create table topic_entry (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  topic_id uuid not null,
  -- The tenant's item that it stands for; its own id where there is none.
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

-- Tasks of campaigns that an enterprise has done.
create table topic_task (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  topic_id uuid not null,
  item_id uuid not null,
  done_at timestamptz not null,
  done_by uuid,
  -- Name of who said so, as it was then.
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

-- Scores (安全分) and colours of enterprises with all that explains them: one row for each day on which something became
-- different, so that every day's judgement can be read from the last row before it.
create table score_day (
  tenant_id text not null,
  enterprise_id uuid not null,
  day date not null,
  -- With one decimal; null where too few parts have data.
  score float8,
  color text not null check (color in ('red', 'orange', 'yellow', 'blue', 'unrated')),
  judgement jsonb not null,
  -- Tells whether a judgement differs from the one before without reading it.
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

-- Colours that a regulator holds for a while: never better than what is computed.
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

-- Enterprises whose score is to be computed anew: a row for each change, so that no two changes wait for one another;
-- who computes takes away what it has seen.
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

-- An id that stands in order of time with those that the program makes, for rows that a statement makes in bulk.
create function id_at(moment timestamptz) returns uuid language sql volatile parallel safe
  return (overlay(lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') placing '-' from 9 for 0) || '-7'
    || substr(gen_random_uuid()::text, 16))::uuid;

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
