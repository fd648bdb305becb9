-- Health tasks of enterprises (健康检测任务): whom they ask, from when to when, how often.
create table health_task (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  title text collate "C" not null,
  kind text not null,
  department text,
  posts text[] not null default '{}',
  start_on date not null,
  end_on date not null,
  every_days int,
  remark text,
  rounds int not null default 0,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table health_task is 'class: enterprise';
create index health_task_updated_idx on health_task (tenant_id, updated_at, id)
  include (enterprise_id, title) where removed_at is null;
create index health_task_end_on_idx on health_task (tenant_id, end_on, id)
  include (enterprise_id, title) where removed_at is null;
create index health_task_title_idx on health_task (tenant_id, title, id) include (enterprise_id) where removed_at is null;
-- Filters, in the list's usual order.
create index health_task_by_enterprise_id_idx on health_task (tenant_id, enterprise_id, end_on, id) where removed_at is null;
create index health_task_by_kind_idx on health_task (tenant_id, kind, end_on, id) include (enterprise_id) where removed_at is null;
create index health_task_total_idx on health_task (tenant_id, enterprise_id) where removed_at is null;
-- Asked for by the foreign keys, and when an enterprise's rows move: the removed ones too.
create index health_task_owner_idx on health_task (tenant_id, enterprise_id, id);
select follow_enterprise('health_task');
create index health_task_oversight_idx on health_task (tenant_id, oversight_code, end_on, id)
  include (enterprise_id, title) where removed_at is null;

-- What one person owes to one round of a health task (检测记录).
create table health_record (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  task_id uuid not null,
  employee_id uuid not null,
  holder_name text collate "C" not null,
  department text collate "C",
  round int not null default 1,
  due_on date not null,
  sampled_at timestamptz,
  org text,
  image jsonb not null default '[]',
  note text,
  result text not null default 'pending' check (result in ('pending', 'normal', 'abnormal', 'exempted')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, task_id) references health_task,
  foreign key (tenant_id, employee_id) references employee
);
comment on table health_record is 'class: enterprise';
create index health_record_updated_idx on health_record (tenant_id, updated_at, id)
  include (enterprise_id, holder_name, result);
create index health_record_due_on_idx on health_record (tenant_id, due_on, id)
  include (enterprise_id, holder_name, result);
create index health_record_holder_name_idx on health_record (tenant_id, holder_name, id) include (enterprise_id);
-- Filters, in the list's usual order.
create index health_record_by_enterprise_id_idx on health_record (tenant_id, enterprise_id, due_on, id);
create index health_record_by_task_id_idx on health_record (tenant_id, task_id, due_on, id) include (enterprise_id);
create index health_record_by_employee_id_idx on health_record (tenant_id, employee_id, due_on, id) include (enterprise_id);
create index health_record_by_department_idx on health_record (tenant_id, department, due_on, id) include (enterprise_id);
create index health_record_by_result_idx on health_record (tenant_id, result, due_on, id) include (enterprise_id);
create index health_record_total_idx on health_record (tenant_id, enterprise_id);
-- Asked for by the foreign keys, and when an enterprise's rows move: the removed ones too.
create index health_record_owner_idx on health_record (tenant_id, enterprise_id, id);
create index health_record_task_id_key_idx on health_record (tenant_id, task_id) where task_id is not null;
create index health_record_employee_id_key_idx on health_record (tenant_id, employee_id) where employee_id is not null;
select follow_enterprise('health_record');
create index health_record_oversight_idx on health_record (tenant_id, oversight_code, due_on, id)
  include (enterprise_id, holder_name, result);
create unique index health_record_once_key on health_record (tenant_id, task_id, employee_id, round);
