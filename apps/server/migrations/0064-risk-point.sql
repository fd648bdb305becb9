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
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table risk_plan is 'class: enterprise; object: riskPlan';
create index risk_plan_updated_idx on risk_plan (tenant_id, updated_at, id) include (enterprise_id, name)
  where removed_at is null;
create index risk_plan_name_idx on risk_plan (tenant_id, name, id) include (enterprise_id) where removed_at is null;
create index risk_plan_enterprise_idx on risk_plan (tenant_id, enterprise_id, name, id) where removed_at is null;
create index risk_plan_total_idx on risk_plan (tenant_id, enterprise_id) where removed_at is null;
create index risk_plan_owner_idx on risk_plan (tenant_id, enterprise_id, id);
select follow_enterprise('risk_plan');
create index risk_plan_oversight_idx on risk_plan (tenant_id, oversight_code, name, id) include (enterprise_id)
  where removed_at is null;

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
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, station_id) references station,
  foreign key (tenant_id, owner_id) references employee,
  foreign key (tenant_id, basis_id) references risk_point,
  foreign key (tenant_id, plan_id) references risk_plan
);
comment on table risk_point is 'class: enterprise; object: riskPoint';
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
select follow_enterprise('risk_point');
create index risk_point_oversight_idx on risk_point (tenant_id, oversight_code, rank, id)
  include (enterprise_id, level, status, kind) where removed_at is null;

