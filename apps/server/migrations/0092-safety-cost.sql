-- Safety costs of enterprises (安全生产费用): the ledger of what was drawn and spent, and yearly accounts.
create table safety_cost (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  kind text not null check (kind in ('drawn', 'spent')),
  category text,
  title text collate "C" not null,
  happened_on date not null,
  amount_fen bigint not null,
  voucher_no text,
  papers jsonb not null default '[]',
  remark text,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table safety_cost is 'class: enterprise; object: safetyCost';
create index safety_cost_updated_idx on safety_cost (tenant_id, updated_at, id)
  include (enterprise_id, title, kind) where removed_at is null;
create index safety_cost_happened_on_idx on safety_cost (tenant_id, happened_on, id)
  include (enterprise_id, title, kind) where removed_at is null;
create index safety_cost_amount_fen_idx on safety_cost (tenant_id, amount_fen, id)
  include (enterprise_id, title, kind) where removed_at is null;
create index safety_cost_title_idx on safety_cost (tenant_id, title, id) include (enterprise_id) where removed_at is null;
create index safety_cost_by_kind_idx on safety_cost (tenant_id, kind, happened_on, id) include (enterprise_id) where removed_at is null;
create index safety_cost_by_category_idx on safety_cost (tenant_id, category, happened_on, id) include (enterprise_id) where removed_at is null;
create index safety_cost_by_enterprise_id_idx on safety_cost (tenant_id, enterprise_id, happened_on, id) where removed_at is null;
create index safety_cost_by_happened_on_idx on safety_cost (tenant_id, happened_on, enterprise_id) where removed_at is null;
create index safety_cost_total_idx on safety_cost (tenant_id, enterprise_id) where removed_at is null;
create index safety_cost_owner_idx on safety_cost (tenant_id, enterprise_id, id);
select follow_enterprise('safety_cost');
create index safety_cost_oversight_idx on safety_cost (tenant_id, oversight_code, happened_on, id)
  include (enterprise_id, title, kind) where removed_at is null;

create table safety_cost_year (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  trade text not null,
  name text collate "C" not null,
  year int not null,
  basis_fen bigint not null,
  opening_fen bigint not null default 0,
  remark text,
  due_fen bigint not null,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table safety_cost_year is 'class: enterprise; object: safetyCostYear';
create index safety_cost_year_updated_idx on safety_cost_year (tenant_id, updated_at, id)
  include (enterprise_id, name, trade) where removed_at is null;
create index safety_cost_year_year_idx on safety_cost_year (tenant_id, year, id)
  include (enterprise_id, name, trade) where removed_at is null;
create index safety_cost_year_name_idx on safety_cost_year (tenant_id, name, id) include (enterprise_id) where removed_at is null;
create index safety_cost_year_by_trade_idx on safety_cost_year (tenant_id, trade, year, id) include (enterprise_id) where removed_at is null;
create index safety_cost_year_by_enterprise_id_idx on safety_cost_year (tenant_id, enterprise_id, year, id) where removed_at is null;
create index safety_cost_year_by_year_idx on safety_cost_year (tenant_id, year, enterprise_id) where removed_at is null;
create index safety_cost_year_total_idx on safety_cost_year (tenant_id, enterprise_id) where removed_at is null;
create index safety_cost_year_owner_idx on safety_cost_year (tenant_id, enterprise_id, id);
select follow_enterprise('safety_cost_year');
create index safety_cost_year_oversight_idx on safety_cost_year (tenant_id, oversight_code, year, id)
  include (enterprise_id, name, trade) where removed_at is null;

-- Counts by a range of days, and by the beginning of a number.
create index emergency_plan_by_next_review_on_idx on emergency_plan (tenant_id, next_review_on, enterprise_id)
  where removed_at is null;
create index drill_by_held_on_idx on drill (tenant_id, held_on, enterprise_id) where removed_at is null;
create unique index accident_number_key on accident (tenant_id, number) where removed_at is null;
create index emergency_plan_review_due_idx on emergency_plan (tenant_id, next_review_on, enterprise_id)
  where removed_at is null and status = 'effective';

-- Words that came with this edition, where the dictionaries were put in place by an earlier one.
do $$
begin
  perform set_config('row_security', 'on', true), set_config('anlan.tenant_id', '0', true);
  insert into dictionary (tenant_id, id, type, label, edit)
  select '0', gen_random_uuid(), type, label, edit
  from (values ('safetyCostKind', '安全生产费用类型', 'fixed'),
    ('safetyCostUse', '安全生产费用使用类别', 'platform'),
    ('safetyCostTrade', '安全生产费用计提行业', 'fixed')) as added (type, label, edit)
  where exists (select from dictionary where tenant_id = '0')
    and not exists (select from dictionary d where d.tenant_id = '0' and d.type = added.type);
  insert into dictionary_item (tenant_id, id, dict_id, type, code, value, label, sort, color)
  select '0', gen_random_uuid(), d.id, d.type, added.value, added.value, added.label, added.sort, added.color
  from (values ('safetyCostKind', 'drawn', '提取', 10, 'blue'),
    ('safetyCostKind', 'spent', '使用', 20, 'green'),
    ('safetyCostUse', 'protection', '安全防护设施设备', 10, 'grey'),
    ('safetyCostUse', 'emergency', '应急救援和演练', 20, 'grey'),
    ('safetyCostUse', 'danger', '隐患排查和重大危险源监控', 30, 'grey'),
    ('safetyCostUse', 'assessment', '检查评价和标准化', 40, 'grey'),
    ('safetyCostUse', 'ppe', '劳动防护用品', 50, 'grey'),
    ('safetyCostUse', 'training', '宣传教育培训和报告奖励', 60, 'grey'),
    ('safetyCostUse', 'technology', '新技术新装备推广', 70, 'grey'),
    ('safetyCostUse', 'inspection', '检测检验', 80, 'grey'),
    ('safetyCostUse', 'insurance', '安全生产责任保险', 90, 'grey'),
    ('safetyCostUse', 'other', '其他安全支出', 100, 'grey'),
    ('safetyCostTrade', 'hazchem', '危险品生产与储存', 10, 'grey'),
    ('safetyCostTrade', 'freight', '普通货运', 20, 'grey'),
    ('safetyCostTrade', 'passengerOrSpecial', '客运、管道和危险货运', 30, 'grey'),
    ('safetyCostTrade', 'metallurgy', '冶金', 40, 'grey'),
    ('safetyCostTrade', 'machinery', '机械制造', 50, 'grey'),
    ('safetyCostTrade', 'fireworks', '烟花爆竹生产', 60, 'grey'),
    ('safetyCostTrade', 'mineWorks', '矿山工程施工', 70, 'grey'),
    ('safetyCostTrade', 'buildingWorks', '房屋、铁路、轨道交通施工', 80, 'grey'),
    ('safetyCostTrade', 'powerAndWaterWorks', '水利水电、电力施工', 90, 'grey'),
    ('safetyCostTrade', 'plantWorks', '冶炼、机电、化工、通信施工', 100, 'grey'),
    ('safetyCostTrade', 'municipalAndRoadWorks', '市政、港航、公路施工', 110, 'grey'),
    ('safetyCostTrade', 'fixed', '按产量或自行核定', 120, 'grey')) as added (type, value, label, sort, color)
  join dictionary d on d.tenant_id = '0' and d.type = added.type
  where not exists (select from dictionary_item i
    where i.tenant_id = '0' and i.type = added.type and i.value = added.value);
  perform set_config('anlan.tenant_id', '', true), set_config('row_security', 'off', true);
end $$;
