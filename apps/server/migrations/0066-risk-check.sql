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
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, risk_point_id) references risk_point,
  foreign key (tenant_id, done_by_id) references employee
);
comment on table risk_check is 'class: enterprise; object: riskCheck';
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
select follow_enterprise('risk_check');
create index risk_check_oversight_idx on risk_check (tenant_id, oversight_code, due_on, id)
  include (enterprise_id, status, due_at) where removed_at is null;

-- What the code on the wall of a point says; only its notice card shows it.
alter table risk_point no force row level security;
alter table risk_point add column presence_code text not null default substr(md5(gen_random_uuid()::text), 1, 12);

-- Words that came with this edition, where the dictionaries were put in place by an earlier one.
do $$
begin
  perform set_config('row_security', 'on', true), set_config('anlan.tenant_id', '0', true);
  insert into dictionary (tenant_id, id, type, label, edit)
  select '0', gen_random_uuid(), type, label, 'fixed'
  from (values ('riskCheckStatus', '排查任务状态'), ('checkPresence', '到点方式')) as added (type, label)
  where exists (select from dictionary where tenant_id = '0');
  insert into dictionary_item (tenant_id, id, dict_id, type, code, value, label, sort, color)
  select '0', gen_random_uuid(), d.id, d.type, added.value, added.value, added.label, added.sort, added.color
  from (values
    ('riskCheckStatus', 'pending', '待检', 10, 'orange'), ('riskCheckStatus', 'done', '已检', 20, 'green'),
    ('riskCheckStatus', 'paused', '停用检修', 30, 'grey'), ('riskCheckStatus', 'cancelled', '已取消', 40, 'grey'),
    ('checkPresence', 'qr', '扫码到点', 10, 'green'), ('checkPresence', 'position', '定位到点', 20, 'green'),
    ('checkPresence', 'none', '未证明到点', 30, 'grey')
  ) as added (type, value, label, sort, color)
  join dictionary d on d.tenant_id = '0' and d.type = added.type
  where not exists (select from dictionary_item i
    where i.tenant_id = '0' and i.type = added.type and i.value = added.value);
  perform set_config('anlan.tenant_id', '', true), set_config('row_security', 'off', true);
end $$;
