-- The ledger of dates (到期台账): every paper, inspection, policy or certificate with a last day, one row an item. The
-- warning about it (风险预警) stands in the same row: its level climbs in place, and only a renewal or the item's end ends it.

create table warning (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  -- What warns: expiry, or states of other modules, by the dictionary warningSource.
  source text not null default 'expiry',
  -- Whose data the date is: typed here, the enterprise's own file, or a module that tells of it.
  origin text not null default 'entered' check (origin in ('entered', 'enterprise', 'module')),
  subject text not null check (subject in ('enterprise', 'place', 'equipment', 'vehicle', 'person')),
  item_type text not null,
  -- The item where its data stand; typed ones are their own.
  item_id text not null default gen_random_uuid()::text,
  item_name text collate "C" not null,
  subject_name text,
  doc_no text,
  valid_to date not null,
  papers jsonb not null default '[]',
  edition int not null default 1,
  remark text,
  is_blocking boolean not null default false,
  level text check (level in ('expired', 'urgent', 'soon', 'early')),
  status text not null default 'valid' check (status in ('open', 'acknowledged', 'handled', 'ignored', 'valid')),
  handler_id uuid,
  note text,
  ignored_until date,
  snoozed_to date,
  urged_at timestamptz,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table warning is 'class: enterprise; object: warning';
select follow_enterprise('warning');

-- One row an item; those that are typed here are their own.
create unique index warning_item_key on warning (tenant_id, item_id, item_type, source)
  where removed_at is null and origin <> 'entered';
-- A night writes every index of each row whose level changes, so there are few, and what is rare has a partial one.
-- One index a sort; row security and a part of a name are answered from it.
create index warning_due_idx on warning (tenant_id, valid_to, id) include (enterprise_id, item_name)
  where removed_at is null;
create index warning_updated_idx on warning (tenant_id, updated_at, id) include (enterprise_id, item_name)
  where removed_at is null;
create index warning_name_idx on warning (tenant_id, item_name, id) include (enterprise_id) where removed_at is null;
-- Filters that choose few rows, in the list's usual order. That by enterprise serves the foreign key and rows that move
-- as well, so the removed ones stand in it.
create index warning_enterprise_idx on warning (tenant_id, enterprise_id, valid_to, id);
create index warning_type_idx on warning (tenant_id, item_type, valid_to, id) include (enterprise_id)
  where removed_at is null;
create index warning_status_idx on warning (tenant_id, status, valid_to, id) include (enterprise_id, level)
  where removed_at is null and status <> 'valid';
create index warning_level_idx on warning (tenant_id, level, valid_to, id) include (enterprise_id, status)
  where removed_at is null and level is not null;
create index warning_source_idx on warning (tenant_id, source, valid_to, id) include (enterprise_id)
  where removed_at is null and source <> 'expiry';
create index warning_oversight_idx on warning (tenant_id, oversight_code, valid_to, id) include (enterprise_id)
  where removed_at is null;
-- What the total of a whole tenant is counted in.
create index warning_total_idx on warning (tenant_id, enterprise_id) where removed_at is null;
-- What nobody has settled: red dots, counts by level, what waits in an enterprise.
create index warning_unsettled_idx on warning (tenant_id, level, enterprise_id) include (oversight_code)
  where status in ('open', 'acknowledged') and removed_at is null;

-- Papers that others have taken the place of; nobody changes them.
create table warning_version (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  warning_id uuid not null,
  edition int not null,
  valid_to date not null,
  papers jsonb not null default '[]',
  replaced_at timestamptz not null,
  replaced_by uuid,
  replaced_by_name text,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table warning_version is 'class: enterprise';
create index warning_version_item_idx on warning_version (tenant_id, warning_id, edition);
create index warning_version_owner_idx on warning_version (tenant_id, enterprise_id);
select follow_enterprise('warning_version');

-- An id that stands in order of time with those that the program makes, for rows that a statement makes in bulk.
create function id_at(moment timestamptz) returns uuid language sql volatile parallel safe
  return (overlay(lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') placing '-' from 9 for 0) || '-7'
    || substr(gen_random_uuid()::text, 16))::uuid;

-- A new database gets its dictionaries from the seed; one that stands already gets these here.
alter table dictionary no force row level security;
alter table dictionary_item no force row level security;
with made as (
  insert into dictionary (tenant_id, id, type, label, edit)
  select '0', gen_random_uuid(), type, label, 'fixed' from (values ('expiryItemType', '到期事项类型'), ('expirySubject', '到期事项对象'), ('expiryOrigin', '到期数据来源')) as added (type, label)
  where exists (select from dictionary where tenant_id = '0')
  returning id, type
)
insert into dictionary_item (tenant_id, id, dict_id, type, code, value, label, sort, color)
select '0', gen_random_uuid(), made.id, made.type, code, code, label, sort, color
from made join (values
  ('expiryItemType', 'businessLicence', '营业执照', 10, 'grey'),
  ('expiryItemType', 'safetyLicence', '安全生产许可证', 20, 'grey'),
  ('expiryItemType', 'hazchemLicence', '危险化学品经营许可证', 30, 'grey'),
  ('expiryItemType', 'roadTransportLicence', '道路运输经营许可证', 40, 'grey'),
  ('expiryItemType', 'standardCertificate', '安全生产标准化证书', 50, 'grey'),
  ('expiryItemType', 'workSafetyLiability', '安责险保单', 60, 'grey'),
  ('expiryItemType', 'emergencyPlanFiling', '应急预案备案', 70, 'grey'),
  ('expiryItemType', 'drillComprehensive', '综合或专项应急演练', 80, 'grey'),
  ('expiryItemType', 'drillOnSite', '现场处置方案演练', 90, 'grey'),
  ('expiryItemType', 'safetyAssessment', '安全现状评价', 100, 'grey'),
  ('expiryItemType', 'riskReassessment', '风险再评估', 110, 'grey'),
  ('expiryItemType', 'occupationalDetection', '职业病危害因素检测', 120, 'grey'),
  ('expiryItemType', 'lightningTest', '防雷检测', 130, 'grey'),
  ('expiryItemType', 'fireFacilityTest', '消防设施检测', 140, 'grey'),
  ('expiryItemType', 'elevatorInspection', '电梯定期检验', 150, 'grey'),
  ('expiryItemType', 'craneInspection', '起重机械定期检验', 160, 'grey'),
  ('expiryItemType', 'inPlantVehicleInspection', '场（厂）内机动车辆检验', 170, 'grey'),
  ('expiryItemType', 'boilerExternal', '锅炉外部检验', 180, 'grey'),
  ('expiryItemType', 'boilerInternal', '锅炉内部检验', 190, 'grey'),
  ('expiryItemType', 'pressureVesselInspection', '压力容器定期检验', 200, 'grey'),
  ('expiryItemType', 'pressurePipeInspection', '压力管道定期检验', 210, 'grey'),
  ('expiryItemType', 'safetyValve', '安全阀校验', 220, 'grey'),
  ('expiryItemType', 'pressureGauge', '压力表检定', 230, 'grey'),
  ('expiryItemType', 'vehicleInspection', '机动车检验（年审）', 240, 'grey'),
  ('expiryItemType', 'vehicleRating', '车辆技术等级评定', 250, 'grey'),
  ('expiryItemType', 'secondMaintenance', '二级维护', 260, 'grey'),
  ('expiryItemType', 'transportCertificate', '道路运输证年度审验', 270, 'grey'),
  ('expiryItemType', 'compulsoryAuto', '交强险', 280, 'grey'),
  ('expiryItemType', 'commercialAuto', '商业车险', 290, 'grey'),
  ('expiryItemType', 'carrierLiability', '承运人责任险', 300, 'grey'),
  ('expiryItemType', 'positioningTerminal', '卫星定位服务期', 310, 'grey'),
  ('expiryItemType', 'driverLicence', '机动车驾驶证', 320, 'grey'),
  ('expiryItemType', 'roadQualification', '从业资格证', 330, 'grey'),
  ('expiryItemType', 'driverContinuing', '驾驶员继续教育', 340, 'grey'),
  ('expiryItemType', 'integrityReview', '诚信考核', 350, 'grey'),
  ('expiryItemType', 'operatorCertificate', '特种作业操作证', 360, 'grey'),
  ('expiryItemType', 'operatorReview', '特种作业操作证复审', 370, 'grey'),
  ('expiryItemType', 'equipmentOperator', '特种设备作业人员证', 380, 'grey'),
  ('expiryItemType', 'safetyHeadCertificate', '主要负责人、安管考核证', 390, 'grey'),
  ('expiryItemType', 'healthCheck', '职业健康检查', 400, 'grey'),
  ('expiryItemType', 'contractorAgreement', '相关方安全协议', 410, 'grey'),
  ('expirySubject', 'enterprise', '企业证照', 10, 'blue'),
  ('expirySubject', 'place', '场所', 20, 'grey'),
  ('expirySubject', 'equipment', '设备', 30, 'purple'),
  ('expirySubject', 'vehicle', '车辆', 40, 'green'),
  ('expirySubject', 'person', '人员', 50, 'orange'),
  ('expiryOrigin', 'entered', '手工登记', 10, 'grey'),
  ('expiryOrigin', 'enterprise', '企业信息', 20, 'blue'),
  ('expiryOrigin', 'module', '业务台账', 30, 'purple')
) as items (type, code, label, sort, color) using (type);
insert into dictionary_item (tenant_id, id, dict_id, type, code, value, label, sort, color)
select '0', gen_random_uuid(), id, type, 'valid', '9', '未到期', 50, 'grey' from dictionary
where tenant_id = '0' and type = 'warningStatus';
