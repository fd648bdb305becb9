-- Emergency plans, drills, accidents and near misses (应急预案、应急演练、事故).
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
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table emergency_plan is 'class: enterprise; object: emergencyPlan';
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
select follow_enterprise('emergency_plan');
create index emergency_plan_oversight_idx on emergency_plan (tenant_id, oversight_code, issued_on, id)
  include (enterprise_id, title, status) where removed_at is null;

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
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, plan_id) references emergency_plan
);
comment on table drill is 'class: enterprise; object: drill';
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
select follow_enterprise('drill');
create index drill_oversight_idx on drill (tenant_id, oversight_code, planned_on, id)
  include (enterprise_id, title, status) where removed_at is null;

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
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table accident is 'class: enterprise; object: accident';
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
select follow_enterprise('accident');
create index accident_oversight_idx on accident (tenant_id, oversight_code, occurred_at, id)
  include (enterprise_id, title, status) where removed_at is null;

-- Words that came with this edition, where the dictionaries were put in place by an earlier one.
do $$
begin
  perform set_config('row_security', 'on', true), set_config('anlan.tenant_id', '0', true);
  insert into dictionary (tenant_id, id, type, label, edit)
  select '0', gen_random_uuid(), type, label, edit
  from (values ('emergencyPlanStatus', '应急预案状态', 'fixed'),
    ('drillStatus', '应急演练状态', 'fixed'),
    ('accidentKind', '事故性质', 'fixed'),
    ('accidentType', '事故类型', 'platform')) as added (type, label, edit)
  where exists (select from dictionary where tenant_id = '0')
    and not exists (select from dictionary d where d.tenant_id = '0' and d.type = added.type);
  insert into dictionary_item (tenant_id, id, dict_id, type, code, value, label, sort, color)
  select '0', gen_random_uuid(), d.id, d.type, added.value, added.value, added.label, added.sort, added.color
  from (values ('emergencyPlanStatus', 'draft', '编制中', 10, 'grey'),
    ('emergencyPlanStatus', 'effective', '生效', 20, 'green'),
    ('emergencyPlanStatus', 'withdrawn', '已废止', 30, 'grey'),
    ('drillStatus', 'planned', '待演练', 10, 'orange'),
    ('drillStatus', 'held', '待评估', 20, 'blue'),
    ('drillStatus', 'evaluated', '已完成', 30, 'green'),
    ('drillStatus', 'cancelled', '已取消', 40, 'grey'),
    ('accidentKind', 'harm', '事故', 10, 'red'),
    ('accidentKind', 'nearMiss', '未遂事件', 20, 'blue'),
    ('accidentType', 'objectStrike', '物体打击', 10, 'grey'),
    ('accidentType', 'vehicleInjury', '车辆伤害', 20, 'grey'),
    ('accidentType', 'machineInjury', '机械伤害', 30, 'grey'),
    ('accidentType', 'liftingInjury', '起重伤害', 40, 'grey'),
    ('accidentType', 'electricShock', '触电', 50, 'grey'),
    ('accidentType', 'drowning', '淹溺', 60, 'grey'),
    ('accidentType', 'burn', '灼烫', 70, 'grey'),
    ('accidentType', 'fire', '火灾', 80, 'grey'),
    ('accidentType', 'fallFromHeight', '高处坠落', 90, 'grey'),
    ('accidentType', 'collapse', '坍塌', 100, 'grey'),
    ('accidentType', 'roofFall', '冒顶片帮', 110, 'grey'),
    ('accidentType', 'waterInrush', '透水', 120, 'grey'),
    ('accidentType', 'blasting', '放炮', 130, 'grey'),
    ('accidentType', 'powderExplosion', '火药爆炸', 140, 'grey'),
    ('accidentType', 'gasExplosion', '瓦斯爆炸', 150, 'grey'),
    ('accidentType', 'boilerExplosion', '锅炉爆炸', 160, 'grey'),
    ('accidentType', 'vesselExplosion', '容器爆炸', 170, 'grey'),
    ('accidentType', 'otherExplosion', '其他爆炸', 180, 'grey'),
    ('accidentType', 'poisoningOrSuffocation', '中毒和窒息', 190, 'grey'),
    ('accidentType', 'otherInjury', '其他伤害', 200, 'grey')) as added (type, value, label, sort, color)
  join dictionary d on d.tenant_id = '0' and d.type = added.type
  where not exists (select from dictionary_item i
    where i.tenant_id = '0' and i.type = added.type and i.value = added.value);
  perform set_config('anlan.tenant_id', '', true), set_config('row_security', 'off', true);
end $$;
