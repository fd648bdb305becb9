import type * as z from 'zod/mini';
import { flag } from '../../domain/fields.ts';
import { boolean, code, day, files, oneOf, person, phone, prose, ref, text } from '../../kit/field.ts';
import { idNumber } from '../../kit/citizen-id-field.ts';
import { resource, type Filter, type Input, type Row } from '../../kit/resource.ts';

/** Kinds of job posts (dictionary postKind). Some safety calls require a post besides role and permit. */
export const postKinds = [
  'head',
  'safetyManager',
  'teamLeader',
  'specialOperator',
  'equipmentOperator',
  'driver',
  'escort',
  'dispatcher',
  'scheduler',
  'general',
  'contractor',
] as const;
export type PostKind = (typeof postKinds)[number];

export const employeeStates = ['pendingTraining', 'onDuty', 'offDuty', 'left'] as const;

export const employee = resource('employee', {
  label: '从业人员',
  counter: '人',
  title: 'name',
  subtitle: 'postName',
  class: 'enterprise',
  permits: 'bus:emp',
  importKey: ['enterpriseId', 'name', 'phone'],
  fields: {
    enterpriseId: ref('enterprise', '所属企业').own().immutable().filter(),
    name: text(30, '姓名').required().sortable().search('pinyin'),
    gender: code('gender', '性别'),
    phone: phone('手机号').required().encrypted({ findable: true }),
    idConsentOn: day('本人同意日期').help('取得本人单独同意后才能填写证件号码；清空即删除证件号码'),
    idNo: idNumber('证件号码').help('可不填；办理须实名的证件时填写').when('idConsentOn', 'filled'),
    department: text(60, '部门').required().filter(),
    team: text(60, '班组'),
    postKind: code('postKind', '岗位类别').required().filter('many'),
    postName: text(30, '岗位').example('如 电焊工'),
    employment: code('employmentKind', '用工形式').default('regular'),
    hiredOn: day('入职日期').required().sortable(),
    leftOn: day('离职日期').serverSet(),
    injuryInsured: boolean('工伤保险'),
    dutySignedOn: day('责任书签订日期').short('责任书签订'),
    dutyPapers: files('责任书', { purpose: 'evidence', most: 3 }).default([]),
    facePhoto: files('人脸照片', { purpose: 'face', most: 1 })
      .default([])
      .help('只用于培训人脸核验，本人同意后才使用；监管人员看不到，离职或本人撤回同意时删除'),
    userId: person('绑定账号').help('绑定后，本人登录即可办理本岗位的事项'),
    statusOn: day('状态日期').serverSet(),
    status: oneOf(employeeStates, '在岗状态')
      .short('状态')
      .default('pendingTraining')
      .dictionary('employeeStatus')
      .serverSet()
      .filter('many'),
  },
  filters: { dutySigned: flag as unknown as z.ZodMiniType<boolean> },
  filterLabels: { dutySigned: '责任书已签' },
  states: {
    field: 'status',
    moves: {
      start: {
        from: ['pendingTraining'],
        to: 'onDuty',
        label: '上岗',
        ask: { statusOn: day('上岗日期').required() },
      },
      pause: {
        from: ['onDuty'],
        to: 'offDuty',
        label: '离岗',
        ask: { statusOn: day('离岗日期').required(), reason: prose(200, '离岗原因') },
      },
      resume: {
        from: ['offDuty'],
        to: 'onDuty',
        label: '返岗',
        ask: { statusOn: day('返岗日期').required() },
      },
      retrain: {
        from: ['offDuty'],
        to: 'pendingTraining',
        label: '转待培训',
        ask: { statusOn: day('转入日期').required() },
      },
      leave: {
        from: ['pendingTraining', 'onDuty', 'offDuty'],
        to: 'left',
        label: '离职',
        danger: true,
        ask: { leftOn: day('离职日期').required(), reason: prose(200, '离职原因') },
      },
    },
  },
});
export type Employee = Row<typeof employee>;
export type EmployeeInput = Input<typeof employee>;
export type EmployeeFilter = Filter<typeof employee>;
