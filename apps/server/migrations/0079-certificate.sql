-- Certificates of enterprises' people (人员证件); one that its holder uploaded counts until somebody returns it.
create table certificate (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  employee_id uuid not null,
  kind text not null,
  category text,
  item text,
  cert_no text collate "C" not null,
  issuer text,
  first_issued_on date,
  issued_on date not null,
  valid_to date not null,
  next_review_on date,
  scan jsonb not null default '[]',
  name text collate "C" not null,
  source text not null default 'keeper' check (source in ('keeper', 'self')),
  edition int not null default 1,
  past jsonb not null default '[]',
  return_reason text,
  status text not null default 'verified' check (status in ('submitted', 'verified', 'returned', 'voided')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, employee_id) references employee
);
comment on table certificate is 'class: enterprise';
create index certificate_updated_idx on certificate (tenant_id, updated_at, id)
  include (enterprise_id, name, status) where removed_at is null;
create index certificate_valid_to_idx on certificate (tenant_id, valid_to, id)
  include (enterprise_id, name, status) where removed_at is null;
create index certificate_name_idx on certificate (tenant_id, name, id) include (enterprise_id) where removed_at is null;
-- Filters, in the list's usual order.
create index certificate_by_enterprise_id_idx on certificate (tenant_id, enterprise_id, valid_to, id) where removed_at is null;
create index certificate_by_kind_idx on certificate (tenant_id, kind, valid_to, id) include (enterprise_id) where removed_at is null;
create index certificate_by_status_idx on certificate (tenant_id, status, valid_to, id) include (enterprise_id) where removed_at is null;
create index certificate_total_idx on certificate (tenant_id, enterprise_id) where removed_at is null;
create index certificate_employee_count_idx on certificate (tenant_id, employee_id, enterprise_id) where removed_at is null;
-- Asked for by the foreign keys, and when an enterprise's rows move: the removed ones too.
create index certificate_owner_idx on certificate (tenant_id, enterprise_id, id);
create index certificate_employee_id_key_idx on certificate (tenant_id, employee_id) where employee_id is not null;
select follow_enterprise('certificate');
create index certificate_oversight_idx on certificate (tenant_id, oversight_code, valid_to, id)
  include (enterprise_id, name, status) where removed_at is null;
create index certificate_no_idx on certificate (tenant_id, cert_no, id) include (enterprise_id) where removed_at is null;
create index certificate_holder_idx on certificate (tenant_id, employee_id, valid_to, id) where removed_at is null;

-- Words that came with this edition, where the dictionaries were put in place by an earlier one.
do $$
begin
  perform set_config('row_security', 'on', true), set_config('anlan.tenant_id', '0', true);
  insert into dictionary (tenant_id, id, type, label, edit)
  select '0', gen_random_uuid(), type, label, edit
  from (values
    ('certificateStatus', '人员证件状态', 'fixed'),
    ('certificateSource', '人员证件来源', 'fixed'),
    ('vehicleAlarmKind', '动态监控报警类型', 'platform'),
    ('vehicleAlarmStatus', '动态监控报警状态', 'fixed'),
    ('vehicleAlarmMeasure', '报警处理方式', 'platform'),
    ('hazardSourceLevel', '重大危险源级别', 'fixed')) as added (type, label, edit)
  where exists (select from dictionary where tenant_id = '0');
  insert into dictionary_item (tenant_id, id, dict_id, type, code, value, label, sort, color)
  select '0', gen_random_uuid(), d.id, d.type, added.value, added.value, added.label, added.sort, added.color
  from (values
    ('certificateStatus', 'submitted', '待核验', 10, 'orange'),
    ('certificateStatus', 'verified', '已核验', 20, 'green'),
    ('certificateStatus', 'returned', '已退回', 30, 'red'),
    ('certificateStatus', 'voided', '已作废', 40, 'grey'),
    ('certificateSource', 'keeper', '企业登记', 10, 'grey'),
    ('certificateSource', 'self', '本人上传', 20, 'blue'),
    ('vehicleAlarmKind', 'speeding', '超速', 10, 'red'),
    ('vehicleAlarmKind', 'fatigue', '疲劳驾驶', 20, 'red'),
    ('vehicleAlarmKind', 'night', '夜间违规行驶', 30, 'orange'),
    ('vehicleAlarmKind', 'offline', '终端离线', 40, 'grey'),
    ('vehicleAlarmKind', 'phone', '驾驶中使用手机', 50, 'orange'),
    ('vehicleAlarmKind', 'offRoute', '偏离线路', 60, 'orange'),
    ('vehicleAlarmKind', 'other', '其他', 70, 'grey'),
    ('vehicleAlarmStatus', 'open', '待处理', 10, 'orange'),
    ('vehicleAlarmStatus', 'handled', '已处理', 20, 'green'),
    ('vehicleAlarmStatus', 'dismissed', '误报', 30, 'grey'),
    ('vehicleAlarmMeasure', 'called', '电话提醒', 10, 'grey'),
    ('vehicleAlarmMeasure', 'stopped', '责令停车休息', 20, 'orange'),
    ('vehicleAlarmMeasure', 'talked', '约谈教育', 30, 'grey'),
    ('vehicleAlarmMeasure', 'trained', '离岗培训', 40, 'orange'),
    ('vehicleAlarmMeasure', 'fined', '按制度处罚', 50, 'red'),
    ('vehicleAlarmMeasure', 'repaired', '检修终端', 60, 'blue'),
    ('vehicleAlarmMeasure', 'other', '其他', 70, 'grey'),
    ('hazardSourceLevel', 'one', '一级', 10, 'red'),
    ('hazardSourceLevel', 'two', '二级', 20, 'orange'),
    ('hazardSourceLevel', 'three', '三级', 30, 'yellow'),
    ('hazardSourceLevel', 'four', '四级', 40, 'blue'),
    ('hazardSourceLevel', 'none', '不构成', 50, 'grey')
  ) as added (type, value, label, sort, color)
  join dictionary d on d.tenant_id = '0' and d.type = added.type
  where not exists (select from dictionary_item i
    where i.tenant_id = '0' and i.type = added.type and i.value = added.value);
  perform set_config('anlan.tenant_id', '', true), set_config('row_security', 'off', true);
end $$;
