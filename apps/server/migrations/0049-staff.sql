-- People who work for enterprises (从业人员), and the days on which the calendar of workdays leaves the plain week.

create table employee (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  name text collate "C" not null,
  gender text,
  -- The mask that everybody sees; the whole phone stands encrypted beside it, and equal phones have the index in common.
  phone text not null,
  phone_sealed text,
  phone_index text collate "C",
  department text collate "C" not null,
  team text,
  post_kind text not null,
  post_name text,
  employment text not null default 'regular',
  hired_on date not null,
  left_on date,
  injury_insured boolean,
  duty_signed_on date,
  user_id uuid,
  -- Since when the state holds.
  status_on date,
  status text not null default 'pendingTraining' check (status in ('pendingTraining', 'onDuty', 'offDuty', 'left')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, user_id) references app_user,
  constraint employee_phone_is_masked check (phone_is_masked(phone))
);
comment on table employee is 'class: enterprise';
comment on column employee.phone_sealed is 'sealed by id';

-- Whose account, and whose phone: one person each in an enterprise. Two enterprises that become one may bring the same
-- person twice, so the rule stands in the module, and not here.
create index employee_account_idx on employee (tenant_id, user_id, enterprise_id)
  where removed_at is null and status <> 'left' and user_id is not null;
create index employee_phone_idx on employee (tenant_id, phone_index, enterprise_id) where removed_at is null;
-- Who does what in an enterprise: asked with every act and with every list of people to choose from.
create index employee_post_idx on employee (tenant_id, enterprise_id, post_kind, id)
  where removed_at is null and status <> 'left';
-- One index a sort; row security and the part of a name are answered from it.
create index employee_updated_idx on employee (tenant_id, updated_at, id)
  include (enterprise_id, name, post_kind, status) where removed_at is null;
create index employee_hired_idx on employee (tenant_id, hired_on, id)
  include (enterprise_id, name, post_kind, status) where removed_at is null;
create index employee_name_idx on employee (tenant_id, name, id) include (enterprise_id) where removed_at is null;
-- Filters, in the list's usual order.
create index employee_enterprise_idx on employee (tenant_id, enterprise_id, updated_at, id) where removed_at is null;
create index employee_kind_idx on employee (tenant_id, post_kind, updated_at, id) include (enterprise_id)
  where removed_at is null;
create index employee_department_idx on employee (tenant_id, department, updated_at, id) include (enterprise_id)
  where removed_at is null;
create index employee_status_idx on employee (tenant_id, status, updated_at, id) include (enterprise_id)
  where removed_at is null;
-- What the total of a whole tenant is counted in.
create index employee_total_idx on employee (tenant_id, enterprise_id) where removed_at is null;
-- Asked for by the foreign keys, and when an enterprise's people move: the removed ones too.
create index employee_owner_idx on employee (tenant_id, enterprise_id, id);
create index employee_user_idx on employee (tenant_id, user_id) where user_id is not null;
select follow_enterprise('employee');
create index employee_oversight_idx on employee (tenant_id, oversight_code, updated_at, id)
  include (enterprise_id, name, post_kind, status) where removed_at is null;

create table calendar_day (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  day date not null,
  kind text not null check (kind in ('rest', 'work')),
  name text not null,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  primary key (tenant_id, id)
);
comment on table calendar_day is 'class: tenant; object: calendarDay';
create unique index calendar_day_day_key on calendar_day (tenant_id, day);
create index calendar_day_order_idx on calendar_day (tenant_id, day, id) include (kind);
create index calendar_day_updated_idx on calendar_day (tenant_id, updated_at, id) include (kind);
-- What the total is counted in.
create index calendar_day_total_idx on calendar_day (tenant_id);
create index calendar_day_kind_idx on calendar_day (tenant_id, kind, day, id);

-- Who releases shifts; a person of the monitoring room stays 动态监控员.
alter table dictionary no force row level security;
alter table dictionary_item no force row level security;
insert into dictionary_item (tenant_id, id, dict_id, type, code, value, label, sort, color)
select tenant_id, gen_random_uuid(), id, type, 'scheduler', 'scheduler', '调度员', 85, 'grey'
from dictionary where tenant_id = '0' and type = 'postKind'
on conflict (tenant_id, type, value) do nothing;
-- What the days of the calendar are.
with made as (
  insert into dictionary (tenant_id, id, type, label, edit)
  select tenant_id, gen_random_uuid(), 'calendarDayKind', '工作日历安排', 'fixed'
  from dictionary where tenant_id = '0' and type = 'postKind'
  on conflict (tenant_id, type) do nothing
  returning tenant_id, id, type)
insert into dictionary_item (tenant_id, id, dict_id, type, code, value, label, sort, color)
select tenant_id, gen_random_uuid(), id, type, code, code, label, sort, color
from made, (values ('rest', '休息', 10, 'green'), ('work', '补班', 20, 'orange')) as item (code, label, sort, color);
