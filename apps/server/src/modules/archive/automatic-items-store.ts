// Archive items that other modules fill. Each is one select with the columns defined in kit/archive.ts.
import { sql, type RawBuilder } from 'kysely';
import type { ArchiveSource } from '#kit/archive.ts';
import type { Tx } from '#platform/db/index.ts';

type Rows = ArchiveSource['rows'];
const of = (tx: Tx, ids: readonly string[]) =>
  sql`tenant_id = ${tx.scope.tenantId} and enterprise_id = any(${[...ids]}::uuid[]) and removed_at is null`;
const noFiles = sql`'[]'::jsonb`;
/** Select with one row per enterprise: row count and day of the last change. */
const summed =
  (table: RawBuilder<unknown>, item: string, words: string, where: RawBuilder<unknown> = sql`true`): Rows =>
  (tx, ids) =>
    sql`select enterprise_id, ${item}::text as item, replace(${words}::text, '#', count(*)::text) as name,
      null::text as no, (max(updated_at) at time zone 'Asia/Shanghai')::date as issued_on, null::date as valid_to,
      ${noFiles} as files
    from ${table} where ${of(tx, ids)} and ${where} group by enterprise_id`;

const file: Rows = (tx, ids) => sql`select e.id as enterprise_id, paper.item, paper.name, paper.no, paper.issued_on,
    paper.valid_to, paper.files
  from enterprise e cross join lateral (values
    ('businessLicence', '营业执照', e.credit_code, e.established_on, e.licence_to,
      jsonb_build_array(jsonb_build_object('id', substring(e.licence from '[0-9a-f-]{36}'), 'name', '营业执照')),
      e.licence is not null),
    ('transportLicence', '道路运输经营许可证', e.transport_licence_no, null, e.transport_licence_to, ${noFiles},
      e.transport_licence_no is not null and e.supervision_kind = 'transport'),
    ('certificate', '安全生产标准化证书', e.standard_no, null, e.standard_to, ${noFiles},
      e.standard_no is not null and e.standard_level <> 'none'),
    ('insurance', '安责险保单', e.policy_no, null, e.policy_to, ${noFiles}, e.policy_no is not null),
    ('injury', '工伤保险参保 ' || e.injury_insured || ' 人', null, null, null, ${noFiles}, e.injury_insured > 0)
  ) as paper (item, name, no, issued_on, valid_to, files, is_there)
  where e.tenant_id = ${tx.scope.tenantId} and e.id = any(${[...ids]}::uuid[]) and e.removed_at is null
    and paper.is_there`;

const certificates: Rows = (tx, ids) => sql`select enterprise_id,
    case when kind in ('safetyHead', 'safetyManager') then 'heads' when kind = 'operator' then 'operators'
      else 'drivers' end as item, name, cert_no as no, issued_on, valid_to, scan as files
  from certificate where ${of(tx, ids)} and status in ('submitted', 'verified')
    and kind in ('safetyHead', 'safetyManager', 'operator', 'roadQualification', 'driverLicence')
    and exists (select from employee p where p.tenant_id = certificate.tenant_id and p.id = certificate.employee_id
      and p.status <> 'left' and p.removed_at is null)`;

const equipment: Rows = (tx, ids) => sql`select enterprise_id, 'specialEquipment' as item, name,
    registration_no as no, null::date as issued_on, next_inspection_on as valid_to, papers as files
  from equipment where ${of(tx, ids)} and special_kind is not null and status = 'enabled'`;
const vehicles: Rows = (tx, ids) => sql`select enterprise_id, 'vehicles' as item, plate_no as name,
    transport_cert_no as no, first_registered_on as issued_on, valid_to, papers as files
  from vehicle where ${of(tx, ids)} and status not in ('scrapped', 'transferred')`;
const trainings: Rows = (tx, ids) => sql`select enterprise_id,
    case kind when 'preJob' then 'threeLevel' else 'trainingPlan' end as item, title as name, null::text as no,
    start_on as issued_on, null::date as valid_to, ${noFiles} as files
  from training_plan where ${of(tx, ids)} and status <> 'draft'
    and end_on >= date_trunc('year', anlan_now() at time zone 'Asia/Shanghai')::date`;
const riskPlans: Rows = (tx, ids) => sql`select enterprise_id, 'riskMap' as item, name, null::text as no,
    (updated_at at time zone 'Asia/Shanghai')::date as issued_on, null::date as valid_to, picture as files
  from risk_plan where ${of(tx, ids)}`;
const majorPlans: Rows = (tx, ids) => sql`select enterprise_id, 'majorPlan' as item, title as name, no,
    (updated_at at time zone 'Asia/Shanghai')::date as issued_on, null::date as valid_to, plan_files as files
  from danger where ${of(tx, ids)} and level = 'major' and plan_state = 'approved' and status <> 'voided'`;
const publicity: Rows = (tx, ids) => sql`select enterprise_id, 'publicity' as item, title as name, no,
    published_on as issued_on, null::date as valid_to, published_files as files
  from danger where ${of(tx, ids)} and published_on is not null and status <> 'voided'`;
const healthTasks: Rows = (tx, ids) => sql`select enterprise_id, 'healthFiles' as item, title as name, null::text as no,
    start_on as issued_on, null::date as valid_to, ${noFiles} as files
  from health_task where ${of(tx, ids)} and kind = 'occupational' and rounds > 0`;
const inspections: Rows = (tx, ids) => sql`select enterprise_id, 'siteRecords' as item, title as name, no,
    (finished_at at time zone 'Asia/Shanghai')::date as issued_on, null::date as valid_to, ${noFiles} as files
  from inspection where ${of(tx, ids)} and source = 'regulator' and status = 'finished'`;
const orders: Rows = (tx, ids) => sql`select enterprise_id,
    case kind when 'siteRecord' then 'siteRecords' else 'orders' end as item, title as name, no,
    (issued_at at time zone 'Asia/Shanghai')::date as issued_on, null::date as valid_to, files
  from enforcement where ${of(tx, ids)} and kind in ('siteRecord', 'order', 'onSiteDecision')
    and status <> 'withdrawn'`;
const reports: Rows = (tx, ids) => sql`select enterprise_id, 'reports' as item, title as name, period as no,
    (sent_at at time zone 'Asia/Shanghai')::date as issued_on, null::date as valid_to, files
  from report where ${of(tx, ids)} and kind = 'month' and edition > 0`;

const people = '/bus/emp/index';
const points = '/bus/riskpoint/index';
const dangers = '/bus/enterpriseexpinfo1/index';
const inForce = sql`status = 'inForce'`;
export const filledSources: readonly ArchiveSource[] = [
  { from: '企业信息', path: '/bus/enterprise/dossier', rows: file },
  {
    from: '人员花名册',
    path: people,
    rows: summed(sql`employee`, 'staffList', '在册从业人员 # 人', sql`status <> 'left'`),
  },
  {
    from: '人员责任书',
    path: people,
    rows: summed(
      sql`employee`,
      'dutySigned',
      '已签订安全目标责任书 # 人',
      sql`status <> 'left' and duty_signed_on is not null`,
    ),
  },
  { from: '人员证件', path: '/bus/certificate/index', rows: certificates },
  { from: '培训计划', path: '/bus/alearning/plan', rows: trainings },
  {
    from: '风险分级管控',
    path: points,
    rows: summed(sql`risk_point`, 'riskRegister', '管控中的风险点 # 处', inForce),
  },
  {
    from: '风险分级管控',
    path: points,
    rows: summed(sql`risk_point`, 'noticeBoard', '风险公告栏与 # 张告知卡', inForce),
  },
  { from: '平面图', path: '/bus/riskpoint/map', rows: riskPlans },
  {
    from: '风险排查',
    path: '/bus/riskcheck/index',
    rows: summed(sql`risk_check`, 'checkPlan', '风险排查任务 # 次', sql`status in ('pending', 'done')`),
  },
  {
    from: '隐患',
    path: dangers,
    rows: summed(sql`danger`, 'dangerRegister', '隐患台账 # 条', sql`status <> 'voided'`),
  },
  { from: '隐患', path: dangers, rows: majorPlans },
  { from: '隐患', path: dangers, rows: publicity },
  { from: '设备', path: '/bus/equipment/index', rows: summed(sql`equipment`, 'equipmentRegister', '设备台账 # 台') },
  { from: '设备', path: '/bus/equipment/index', rows: equipment },
  { from: '车辆', path: '/bus/vehicle/index', rows: vehicles },
  { from: '健康检测', path: '/bus/nucleintask/info/index', rows: healthTasks },
  { from: '监督检查', path: '/bus/inspection/index', rows: inspections },
  { from: '执法通知', path: '/bus/spot/index', rows: orders },
  { from: '安全月报', path: '/bus/report', rows: reports },
];
