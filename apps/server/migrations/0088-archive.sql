-- Archives of enterprises (一企一档): documents with their former versions, what does not apply, and how complete each is.
create table document (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  item text collate "C" not null,
  category text collate "C" not null,
  name text collate "C" not null,
  no text,
  issued_on date not null,
  valid_to date,
  keep_until date,
  files jsonb not null default '[]',
  edition int not null default 1,
  reason text,
  status text not null default 'effective' check (status in ('effective', 'withdrawn')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table document is 'class: enterprise';
create index document_updated_idx on document (tenant_id, updated_at, id)
  include (enterprise_id, name, status) where removed_at is null;
create index document_issued_on_idx on document (tenant_id, issued_on, id)
  include (enterprise_id, name, status) where removed_at is null;
create index document_valid_to_idx on document (tenant_id, valid_to nulls first, id)
  include (enterprise_id, name) where removed_at is null;
create index document_name_idx on document (tenant_id, name, id) include (enterprise_id) where removed_at is null;
-- Filters, in the list's usual order.
create index document_by_enterprise_id_idx on document (tenant_id, enterprise_id, issued_on, id) where removed_at is null;
create index document_by_item_idx on document (tenant_id, item, issued_on, id)
  include (enterprise_id, name) where removed_at is null;
create index document_by_category_idx on document (tenant_id, category, issued_on, id)
  include (enterprise_id, name) where removed_at is null;
create index document_by_status_idx on document (tenant_id, status, issued_on, id)
  include (enterprise_id, name) where removed_at is null;
-- Counts under row security read these alone.
create index document_item_count_idx on document (tenant_id, item, enterprise_id) where removed_at is null;
create index document_category_count_idx on document (tenant_id, category, enterprise_id) where removed_at is null;
create index document_status_count_idx on document (tenant_id, status, enterprise_id) where removed_at is null;
create index document_valid_to_count_idx on document (tenant_id, valid_to, enterprise_id) where removed_at is null;
create index document_total_idx on document (tenant_id, enterprise_id) where removed_at is null;
-- Asked for by the foreign keys, and when an enterprise's rows move: the removed ones too.
create index document_owner_idx on document (tenant_id, enterprise_id, id);
select follow_enterprise('document');
create index document_oversight_idx on document (tenant_id, oversight_code, issued_on, id)
  include (enterprise_id, name, status) where removed_at is null;

-- Former versions of documents, as they stood.
create table document_edition (
  tenant_id text not null,
  document_id uuid not null,
  edition int not null,
  enterprise_id uuid not null,
  name text not null,
  no text,
  issued_on date not null,
  valid_to date,
  files jsonb not null,
  replaced_at timestamptz not null,
  primary key (tenant_id, document_id, edition),
  foreign key (tenant_id, enterprise_id) references enterprise,
  foreign key (tenant_id, document_id) references document
);
comment on table document_edition is 'class: enterprise';
create index document_edition_owner_idx on document_edition (tenant_id, enterprise_id, document_id);
select follow_enterprise('document_edition');

create table archive_waiver (
  tenant_id text not null,
  id uuid not null,
  version int not null default 1,
  enterprise_id uuid not null,
  item text collate "C" not null,
  item_name text collate "C" not null,
  reason text not null,
  opinion text,
  reviewer text,
  reviewed_at timestamptz,
  status text not null default 'claimed' check (status in ('claimed', 'accepted', 'rejected')),
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz not null,
  updated_by uuid,
  removed_at timestamptz,
  removed_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise
);
comment on table archive_waiver is 'class: enterprise; object: archiveWaiver';
-- One that holds for each item of an enterprise.
create unique index archive_waiver_item_key on archive_waiver (tenant_id, enterprise_id, item)
  where removed_at is null and status <> 'rejected';
create index archive_waiver_updated_idx on archive_waiver (tenant_id, updated_at, id)
  include (enterprise_id, item_name, status) where removed_at is null;
create index archive_waiver_name_idx on archive_waiver (tenant_id, item_name, id)
  include (enterprise_id) where removed_at is null;
create index archive_waiver_by_enterprise_id_idx on archive_waiver (tenant_id, enterprise_id, updated_at, id)
  where removed_at is null;
create index archive_waiver_by_item_idx on archive_waiver (tenant_id, item, updated_at, id)
  include (enterprise_id, item_name) where removed_at is null;
create index archive_waiver_by_status_idx on archive_waiver (tenant_id, status, updated_at, id)
  include (enterprise_id, item_name) where removed_at is null;
create index archive_waiver_item_count_idx on archive_waiver (tenant_id, item, enterprise_id) where removed_at is null;
create index archive_waiver_status_count_idx on archive_waiver (tenant_id, status, enterprise_id) where removed_at is null;
create index archive_waiver_total_idx on archive_waiver (tenant_id, enterprise_id) where removed_at is null;
create index archive_waiver_owner_idx on archive_waiver (tenant_id, enterprise_id, id);
select follow_enterprise('archive_waiver');
create index archive_waiver_oversight_idx on archive_waiver (tenant_id, oversight_code, updated_at, id)
  include (enterprise_id, item_name, status) where removed_at is null;

-- How complete an archive was when it was last counted.
create table archive_state (
  tenant_id text not null,
  enterprise_id uuid not null,
  applicable int not null,
  good int not null,
  missing int not null,
  expired int not null,
  first text,
  counted_at timestamptz not null,
  primary key (tenant_id, enterprise_id),
  foreign key (tenant_id, enterprise_id) references enterprise on delete cascade
);
comment on table archive_state is 'class: enterprise';
select follow_enterprise('archive_state');

-- Archives that are to be counted anew.
create table archive_due (
  tenant_id text not null,
  id uuid not null,
  enterprise_id uuid not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, enterprise_id) references enterprise on delete cascade
);
comment on table archive_due is 'class: enterprise';
create index archive_due_owner_idx on archive_due (tenant_id, enterprise_id);
select follow_enterprise('archive_due');

-- Words that came with this edition, where the dictionaries were put in place by an earlier one.
do $$
begin
  perform set_config('row_security', 'on', true), set_config('anlan.tenant_id', '0', true);
  insert into dictionary (tenant_id, id, type, label, edit)
  select '0', gen_random_uuid(), type, label, 'fixed'
  from (values ('dossierCategory', '档案类别'), ('dossierItem', '档案资料项'), ('waiverStatus', '不适用说明状态'))
    as added (type, label)
  where exists (select from dictionary where tenant_id = '0');
  insert into dictionary_item (tenant_id, id, dict_id, type, code, value, label, sort, color)
  select '0', gen_random_uuid(), d.id, d.type, added.value, added.value, added.label, added.sort, added.color
  from (values
    ('dossierCategory', 'basic', '基础资料', 10, 'grey'),
    ('dossierCategory', 'duty', '责任体系', 20, 'grey'),
    ('dossierCategory', 'rules', '制度规程', 30, 'grey'),
    ('dossierCategory', 'training', '教育培训', 40, 'grey'),
    ('dossierCategory', 'risk', '风险分级管控', 50, 'grey'),
    ('dossierCategory', 'hiddenDanger', '隐患排查治理', 60, 'grey'),
    ('dossierCategory', 'equipment', '设备设施', 70, 'grey'),
    ('dossierCategory', 'operation', '作业安全', 80, 'grey'),
    ('dossierCategory', 'occupational', '职业健康', 90, 'grey'),
    ('dossierCategory', 'emergency', '应急管理', 100, 'grey'),
    ('dossierCategory', 'accident', '事故管理', 110, 'grey'),
    ('dossierCategory', 'investment', '安全投入', 120, 'grey'),
    ('dossierCategory', 'standard', '标准化', 130, 'grey'),
    ('dossierCategory', 'supervision', '监管文书', 140, 'grey'),
    ('dossierItem', 'businessLicence', '营业执照', 10, 'grey'),
    ('dossierItem', 'safetyLicence', '安全生产许可证', 20, 'grey'),
    ('dossierItem', 'transportLicence', '道路运输经营许可证', 30, 'grey'),
    ('dossierItem', 'layout', '厂区（场站）平面图', 40, 'grey'),
    ('dossierItem', 'staffList', '从业人员名册', 50, 'grey'),
    ('dossierItem', 'orgChart', '安全管理机构与人员任命', 60, 'grey'),
    ('dossierItem', 'dutyBooks', '全员安全生产责任制', 70, 'grey'),
    ('dossierItem', 'dutySigned', '安全目标责任书', 80, 'grey'),
    ('dossierItem', 'promise', '安全承诺公告', 90, 'grey'),
    ('dossierItem', 'managementRules', '安全管理制度汇编', 100, 'grey'),
    ('dossierItem', 'operationRules', '安全操作规程', 110, 'grey'),
    ('dossierItem', 'rulesRevision', '制度评审修订记录', 120, 'grey'),
    ('dossierItem', 'trainingPlan', '年度培训计划', 130, 'grey'),
    ('dossierItem', 'threeLevel', '三级教育档案', 140, 'grey'),
    ('dossierItem', 'heads', '负责人安管考核证', 150, 'grey'),
    ('dossierItem', 'operators', '特种作业人员台账', 160, 'grey'),
    ('dossierItem', 'drivers', '驾驶员一人一档', 170, 'grey'),
    ('dossierItem', 'riskRegister', '安全风险清单', 180, 'grey'),
    ('dossierItem', 'riskMap', '四色分布图', 190, 'grey'),
    ('dossierItem', 'noticeBoard', '风险公告栏与告知卡', 200, 'grey'),
    ('dossierItem', 'majorRisk', '重大风险管控方案', 210, 'grey'),
    ('dossierItem', 'checkPlan', '排查计划与清单', 220, 'grey'),
    ('dossierItem', 'dangerRegister', '隐患治理台账', 230, 'grey'),
    ('dossierItem', 'majorPlan', '重大隐患治理方案与销号', 240, 'grey'),
    ('dossierItem', 'publicity', '隐患治理公示与职代会通报', 250, 'grey'),
    ('dossierItem', 'equipmentRegister', '设备台账', 260, 'grey'),
    ('dossierItem', 'specialEquipment', '特种设备检验报告', 270, 'grey'),
    ('dossierItem', 'safetyFacilities', '安全设施检测', 280, 'grey'),
    ('dossierItem', 'vehicles', '一车一档', 290, 'grey'),
    ('dossierItem', 'lightning', '防雷检测', 300, 'grey'),
    ('dossierItem', 'fire', '消防设施检测', 310, 'grey'),
    ('dossierItem', 'workPermits', '特殊作业票', 320, 'grey'),
    ('dossierItem', 'contractor', '相关方协议与资质', 330, 'grey'),
    ('dossierItem', 'confinedSpace', '有限空间台账', 340, 'grey'),
    ('dossierItem', 'declare', '职业病危害申报', 350, 'grey'),
    ('dossierItem', 'detection', '危害因素检测', 360, 'grey'),
    ('dossierItem', 'healthFiles', '职业健康监护档案', 370, 'grey'),
    ('dossierItem', 'ppe', '劳动防护用品台账', 380, 'grey'),
    ('dossierItem', 'plan', '应急预案与备案', 390, 'grey'),
    ('dossierItem', 'resources', '应急物资台账', 400, 'grey'),
    ('dossierItem', 'drills', '演练记录与评估', 410, 'grey'),
    ('dossierItem', 'team', '应急救援队伍或协议', 420, 'grey'),
    ('dossierItem', 'accidentRegister', '事故台账', 430, 'grey'),
    ('dossierItem', 'nearMiss', '未遂事件', 440, 'grey'),
    ('dossierItem', 'investigation', '调查处理四不放过', 450, 'grey'),
    ('dossierItem', 'budget', '安全费用提取使用', 460, 'grey'),
    ('dossierItem', 'insurance', '安责险保单', 470, 'grey'),
    ('dossierItem', 'injury', '工伤保险', 480, 'grey'),
    ('dossierItem', 'selfReview', '年度自评报告', 490, 'grey'),
    ('dossierItem', 'certificate', '标准化证书', 500, 'grey'),
    ('dossierItem', 'siteRecords', '现场检查记录', 510, 'grey'),
    ('dossierItem', 'orders', '责令整改指令书', 520, 'grey'),
    ('dossierItem', 'reports', '月报', 530, 'grey'),
    ('waiverStatus', 'claimed', '已说明，待监管确认', 10, 'orange'),
    ('waiverStatus', 'accepted', '已确认不适用', 20, 'green'),
    ('waiverStatus', 'rejected', '不予认可', 30, 'red')
  ) as added (type, value, label, sort, color)
  join dictionary d on d.tenant_id = '0' and d.type = added.type
  where not exists (select from dictionary_item i
    where i.tenant_id = '0' and i.type = added.type and i.value = added.value);
  perform set_config('anlan.tenant_id', '', true), set_config('row_security', 'off', true);
end $$;
