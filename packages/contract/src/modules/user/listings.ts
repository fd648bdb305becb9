import * as z from 'zod/mini';
import { choice, field, instant, json, oneOf, ref, text } from '../../kit/field.ts';
import { listing } from '../../kit/listing.ts';
import { userType } from '../session/session.ts';
import { userExportColumns, userInput, userPatch } from './admin.ts';
import { userAdminCalls } from './admin-calls.ts';

const { username, nickName, roleIds } = userInput.shape;
const type = oneOf(userType, '用户类型').short('类型').dictionary('userType').required().immutable();

const fields = {
  nickName: field<string>({ kind: 'text', label: '姓名', max: 32, required: true }, nickName)
    .sortable()
    .section('基本信息'),
  username: field<string>({ kind: 'text', label: '用户名', max: 32, required: true }, username)
    .immutable()
    .sortable()
    .help('4 至 32 位小写字母、数字或 . _ -，以字母开头，确定后不能修改'),
  phone: field<string>(
    { kind: 'phone', label: '手机号码', max: 20, required: true },
    userPatch.shape.phone,
  ).encrypted(),
  email: field<string>({ kind: 'text', label: '邮箱', max: 100 }, userPatch.shape.email).encrypted(),
  type,
  organId: json('机构', z.string()).when('type', { not: ['enterprise'] }),
  organName: text(64, '机构'),
  enterpriseIds: json('所属企业', z.array(z.string()).check(z.maxLength(50, '最多选择 50 项'))).when('type', [
    'enterprise',
  ]),
  entName: text(200, '所属企业').own(),
  roleIds: json('角色', roleIds).section('角色').help('灰色的角色含有您没有的权限，不能授予或收回'),
  roles: text(200, '角色').computed(),
  standing: choice({ normal: '正常', change: '待改密', locked: '停用', pending: '待审核', rejected: '已驳回' }, '状态')
    .tones({ normal: 'green', change: 'yellow', locked: 'red', pending: 'orange', rejected: 'grey' })
    .computed(),
  createTime: instant('创建时间').sortable(),
};

const decisions = choice({ approve: '通过', reject: '驳回' }, '审核结果').default('approve');

const states = {
  field: 'standing',
  moves: {
    decide: {
      label: '审核',
      from: ['pending'],
      ask: {
        decision: decisions.required(),
        enterpriseId: ref('enterprise', '所属企业')
          .own('请选择该用户所属的企业')
          .when('decision', ['approve'])
          .help('核对自填单位后选择；通过后该用户只能看到这家企业'),
        reason: text(100, '原因').required().when('decision', ['reject']).help('会以短信告诉本人'),
      },
    },
    roles: {
      label: '授予角色',
      from: ['normal', 'change', 'locked', 'rejected'],
      by: { call: 'giveRoles' },
      ask: {
        roleIds: json('角色', roleIds)
          .required()
          .help('可授予您自己不持有的权限；保存后对方无需重新登录，审计中留有记录'),
      },
    },
    lock: { label: '停用', from: ['normal', 'change'], by: { call: 'lock', input: { lockFlag: 'locked' } } },
    unlock: { label: '启用', from: ['locked'], by: { call: 'lock', input: { lockFlag: 'open' } } },
    unbind: { label: '移出', from: ['normal', 'change', 'locked'], danger: true, by: { call: 'remove' } },
  },
} as const;

const declared = {
  states,
  counter: '人',
  title: 'nickName',
  subtitle: 'username',
  order: '-createTime',
  reveals: { as: 'user', fields: ['phone'] },
  search: { name: 'keyword', placeholder: '姓名、用户名、手机号' },
  typed: ['nickName', 'username', 'phone', 'email', 'type', 'organId', 'enterpriseIds', 'roleIds'],
  exportColumns: userExportColumns,
} as const;

export const userListing = listing('user', userAdminCalls.page, {
  label: '用户',
  ...declared,
  fields: { ...fields, type: type.filter() },
});
/** The users who are staff of enterprises. */
export const staffListing = listing('staff', userAdminCalls.page, { label: '员工', ...declared, fields });
