-- Talks before the shift, safety meetings and classes (班前会、安全例会、集中培训), and who was there.
create table class_session (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  kind text not null check (kind in ('talk', 'meeting', 'class')),
  topic text collate "C" not null,
  place text not null,
  held_at timestamptz not null,
  minutes int not null,
  trainer text not null,
  plan_id uuid,
  content text,
  material jsonb not null default '[]',
  ended_at timestamptz,
  status text not null default 'planned' check (status in ('planned', 'open', 'ended')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, plan_id) references training_plan
);
comment on table class_session is 'class: enterprise; object: classSession';
create index class_session_updated_idx on class_session (tenant_id, updated_at, id)
  include (enterprise_id, topic, status) where removed_at is null;
create index class_session_held_at_idx on class_session (tenant_id, held_at, id)
  include (enterprise_id, topic, status) where removed_at is null;
create index class_session_topic_idx on class_session (tenant_id, topic, id) include (enterprise_id) where removed_at is null;
create index class_session_by_kind_idx on class_session (tenant_id, kind, held_at, id) include (enterprise_id) where removed_at is null;
create index class_session_by_status_idx on class_session (tenant_id, status, held_at, id) include (enterprise_id) where removed_at is null;
create index class_session_by_enterprise_id_idx on class_session (tenant_id, enterprise_id, held_at, id) where removed_at is null;
create index class_session_total_idx on class_session (tenant_id, enterprise_id) where removed_at is null;
create index class_session_owner_idx on class_session (tenant_id, enterprise_id, id);
create index class_session_plan_id_key_idx on class_session (tenant_id, plan_id) where plan_id is not null;
select follow_enterprise('class_session');
create index class_session_oversight_idx on class_session (tenant_id, oversight_code, held_at, id)
  include (enterprise_id, topic, status) where removed_at is null;

create table class_attendance (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  session_id uuid not null,
  employee_id uuid not null,
  name text not null,
  department text,
  way text not null check (way in ('code', 'keeper')),
  arrived_at timestamptz not null,
  signature jsonb,
  signed_at timestamptz,
  hours numeric,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, session_id) references class_session,
  foreign key (tenant_id, employee_id) references employee
);
comment on table class_attendance is 'class: enterprise';
create unique index class_attendance_once_key on class_attendance (tenant_id, session_id, employee_id);
create index class_attendance_employee_idx on class_attendance (tenant_id, employee_id, arrived_at);
create index class_attendance_owner_idx on class_attendance (tenant_id, enterprise_id, id);
select follow_enterprise('class_attendance');

-- Words that came with this edition, where the dictionaries were put in place by an earlier one.
do $$
begin
  perform set_config('row_security', 'on', true), set_config('anlan.tenant_id', '0', true);
  insert into dictionary (tenant_id, id, type, label, edit)
  select '0', gen_random_uuid(), type, label, edit
  from (values ('classSessionKind', '集中学习形式', 'fixed'),
    ('classSessionStatus', '集中学习状态', 'fixed')) as added (type, label, edit)
  where exists (select from dictionary where tenant_id = '0')
    and not exists (select from dictionary d where d.tenant_id = '0' and d.type = added.type);
  insert into dictionary_item (tenant_id, id, dict_id, type, code, value, label, sort, color)
  select '0', gen_random_uuid(), d.id, d.type, added.value, added.value, added.label, added.sort, added.color
  from (values ('classSessionKind', 'talk', '班前会', 10, 'blue'), ('classSessionKind', 'meeting', '安全例会', 20, 'blue'),
    ('classSessionKind', 'class', '集中培训', 30, 'blue'), ('classSessionStatus', 'planned', '待开始', 10, 'grey'),
    ('classSessionStatus', 'open', '签到中', 20, 'orange'),
    ('classSessionStatus', 'ended', '已结束', 30, 'green')) as added (type, value, label, sort, color)
  join dictionary d on d.tenant_id = '0' and d.type = added.type
  where not exists (select from dictionary_item i
    where i.tenant_id = '0' and i.type = added.type and i.value = added.value);
  perform set_config('anlan.tenant_id', '', true), set_config('row_security', 'off', true);
end $$;
