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
  primary key (tenant_id, id)
);
comment on table checklist is 'class: enterprise';
create index checklist_updated_idx on checklist (tenant_id, updated_at, id)
  include (enterprise_id, name, kind, status) where removed_at is null;
create index checklist_name_idx on checklist (tenant_id, name, id) include (enterprise_id) where removed_at is null;
create index checklist_enterprise_idx on checklist (tenant_id, enterprise_id, updated_at, id) where removed_at is null;
create index checklist_kind_idx on checklist (tenant_id, kind, updated_at, id) include (enterprise_id) where removed_at is null;
create index checklist_status_idx on checklist (tenant_id, status, updated_at, id) include (enterprise_id) where removed_at is null;
create index checklist_total_idx on checklist (tenant_id, enterprise_id) where removed_at is null;
create index checklist_owner_idx on checklist (tenant_id, enterprise_id, id);
select follow_enterprise('checklist');
create index checklist_oversight_idx on checklist (tenant_id, oversight_code, updated_at, id)
  include (enterprise_id, name, kind, status) where removed_at is null;

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
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table inspection_plan is 'class: enterprise; object: inspectionPlan';
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
select follow_enterprise('inspection_plan');
create index inspection_plan_oversight_idx on inspection_plan (tenant_id, oversight_code, due_on, id)
  include (enterprise_id, subject, kind, year) where removed_at is null;

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
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, plan_id) references inspection_plan
);
comment on table inspection is 'class: enterprise';
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
select follow_enterprise('inspection');
create index inspection_oversight_idx on inspection (tenant_id, oversight_code, started_at, id)
  include (enterprise_id, title, kind, source, status) where removed_at is null;

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
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, inspection_id) references inspection
);
comment on table enforcement is 'class: enterprise';
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
select follow_enterprise('enforcement');
create index enforcement_oversight_idx on enforcement (tenant_id, oversight_code, issued_at, id)
  include (enterprise_id, title, kind, status) where removed_at is null;

-- Words that came with this edition, where the dictionaries were put in place by an earlier one.
do $$
begin
  perform set_config('row_security', 'on', true), set_config('anlan.tenant_id', '0', true);
  insert into dictionary (tenant_id, id, type, label, edit)
  select '0', gen_random_uuid(), type, label, 'fixed'
  from (values ('inspectionStatus', '检查状态'), ('inspectionPeriod', '检查计划时间'), ('inspectionPlanState', '检查计划进度'))
    as added (type, label)
  where exists (select from dictionary where tenant_id = '0');
  insert into dictionary_item (tenant_id, id, dict_id, type, code, value, label, sort, color)
  select '0', gen_random_uuid(), d.id, d.type, added.value, added.value, added.label, added.sort, added.color
  from (values
    ('inspectionResult', 'unchecked', '未排查', 40, 'orange'),
    ('enforcementKind', 'onSiteDecision', '现场处理措施决定书', 60, 'red'),
    ('inspectionStatus', 'running', '进行中', 10, 'blue'), ('inspectionStatus', 'finished', '已完成', 20, 'green'),
    ('inspectionStatus', 'voided', '已作废', 30, 'grey'),
    ('inspectionPlanState', 'planned', '待检查', 10, 'orange'), ('inspectionPlanState', 'running', '检查中', 20, 'blue'),
    ('inspectionPlanState', 'done', '已检查', 30, 'green'), ('inspectionPlanState', 'late', '已逾期', 40, 'red'),
    ('inspectionPeriod', 'm01', '1月', 10, 'grey'), ('inspectionPeriod', 'm02', '2月', 20, 'grey'),
    ('inspectionPeriod', 'm03', '3月', 30, 'grey'), ('inspectionPeriod', 'q1', '一季度', 40, 'grey'),
    ('inspectionPeriod', 'm04', '4月', 50, 'grey'), ('inspectionPeriod', 'm05', '5月', 60, 'grey'),
    ('inspectionPeriod', 'm06', '6月', 70, 'grey'), ('inspectionPeriod', 'q2', '二季度', 80, 'grey'),
    ('inspectionPeriod', 'm07', '7月', 90, 'grey'), ('inspectionPeriod', 'm08', '8月', 100, 'grey'),
    ('inspectionPeriod', 'm09', '9月', 110, 'grey'), ('inspectionPeriod', 'q3', '三季度', 120, 'grey'),
    ('inspectionPeriod', 'm10', '10月', 130, 'grey'), ('inspectionPeriod', 'm11', '11月', 140, 'grey'),
    ('inspectionPeriod', 'm12', '12月', 150, 'grey'), ('inspectionPeriod', 'q4', '四季度', 160, 'grey')
  ) as added (type, value, label, sort, color)
  join dictionary d on d.tenant_id = '0' and d.type = added.type
  where not exists (select from dictionary_item i
    where i.tenant_id = '0' and i.type = added.type and i.value = added.value);
  perform set_config('anlan.tenant_id', '', true), set_config('row_security', 'off', true);
end $$;
