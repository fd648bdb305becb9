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
  status text not null default 'submitted'
    check (status in ('submitted', 'confirmed', 'rejected', 'rewarded', 'closed')),
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
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, danger_id) references danger,
  constraint staff_report_phone_is_masked check (phone_is_masked(reporter_phone))
);
comment on table staff_report is 'class: enterprise';
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
select follow_enterprise('staff_report');
create index staff_report_oversight_idx on staff_report (tenant_id, oversight_code, reported_at, id)
  include (enterprise_id, matter, status) where removed_at is null;

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
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table staff_report_code is 'class: enterprise';
create unique index staff_report_code_token_key on staff_report_code (tenant_id, token_hash);
create index staff_report_code_owner_idx on staff_report_code (tenant_id, enterprise_id, id);
select follow_enterprise('staff_report_code');

-- Words that came with this edition, where the dictionaries were put in place by an earlier one.
do $$
begin
  perform set_config('row_security', 'on', true), set_config('anlan.tenant_id', '0', true);
  insert into dictionary (tenant_id, id, type, label, edit)
  select '0', gen_random_uuid(), type, label, 'fixed'
  from (values ('staffReportStatus', '员工举报状态')) as added (type, label)
  where exists (select from dictionary where tenant_id = '0');
  insert into dictionary_item (tenant_id, id, dict_id, type, code, value, label, sort, color)
  select '0', gen_random_uuid(), d.id, d.type, added.value, added.value, added.label, added.sort, added.color
  from (values
    ('staffReportStatus', 'submitted', '待核实', 10, 'orange'), ('staffReportStatus', 'confirmed', '属实，待奖励', 20, 'blue'),
    ('staffReportStatus', 'rejected', '不属实', 30, 'grey'), ('staffReportStatus', 'rewarded', '已奖励', 40, 'green'),
    ('staffReportStatus', 'closed', '不予奖励', 50, 'grey')
  ) as added (type, value, label, sort, color)
  join dictionary d on d.tenant_id = '0' and d.type = added.type
  where not exists (select from dictionary_item i
    where i.tenant_id = '0' and i.type = added.type and i.value = added.value);
  perform set_config('anlan.tenant_id', '', true), set_config('row_security', 'off', true);
end $$;
