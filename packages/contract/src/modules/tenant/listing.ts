import { boolean, field, instant, integer, json, oneOf, prose, text } from '../../kit/field.ts';
import { listing } from '../../kit/listing.ts';
import { group } from '../../kit/nested-fields.ts';
import * as z from 'zod/mini';
import { signName, smsTemplates, wrongTemplateId } from '../../domain/message-template.ts';
import { tenantAdminCalls } from './admin-calls.ts';
import { hosts, logoAddress, tenantInput } from './admin.ts';

/** Codes of the states in the dictionary enableStatus. */
export const statusCodes = { active: 'enabled', frozen: 'disabled' } as const;

const templates = Object.fromEntries(
  Object.entries(smsTemplates).map(([key, label]) => [
    key,
    text(64, label)
      .pattern(/^[A-Za-z0-9_-]*$/, wrongTemplateId)
      .example('与平台相同'),
  ]),
);

export const tenantListing = listing('tenant', tenantAdminCalls.page, {
  label: '租户',
  counter: '个',
  title: 'name',
  subtitle: 'id',
  order: 'id',
  search: { name: 'name', placeholder: '单位名称、编号' },
  typed: [
    'name',
    'nickName',
    'username',
    'logo',
    'copy',
    'icp',
    'tec',
    'hosts',
    'genericHosts',
    'ownSms',
    'smsSignName',
    'smsTemplates',
    'whole',
    'rented',
  ],
  fields: {
    name: text(64, '单位名称').short('单位').required().sortable(),
    id: text(32, '单位编号').sortable(),
    status: oneOf(statusCodes, '状态').dictionary('enableStatus').filter(),
    people: integer('用户'),
    nickName: text(32, '管理员姓名').required().immutable().section('首任管理员'),
    username: field<string>(
      { kind: 'text', label: '管理员用户名', max: 32, required: true },
      tenantInput.shape.username,
    )
      .immutable()
      .help('保存后显示一次初始密码，首次登录须修改'),
    logo: json('标志', logoAddress).section('门面'),
    copy: text(128, '版权信息').example('如 © 2026 某区应急管理局'),
    icp: text(128, '备案号').short('备案'),
    tec: text(128, '公安备案'),
    hosts: json('域名', hosts).help('从这些域名打开时，直接选中本单位并显示它的名称和标志'),
    genericHosts: json('通用域名', hosts).help('直接选中本单位，但只显示通用名称，不显示标志'),
    ownSms: boolean('签名和模板').words({ true: '本单位的', false: '平台的' }).default(false).section('短信').whole(),
    smsSignName: field<string>({ kind: 'text', label: '短信签名', max: 20, required: true }, signName)
      .example('如 临澜应急')
      .help('与短信服务商审核通过的签名一致，不带【】')
      .when('ownSms', [true]),
    smsTemplates: group('模板编号', templates)
      .help('签名和模板须先在平台所用的服务商账号下审核通过；没填编号的短信用平台的模板')
      .when('ownSms', [true]),
    whole: boolean('开通范围')
      .words({ true: '全部功能', false: '部分功能' })
      .default(true)
      .section('功能套餐')
      .help('用户、角色、机构和日志始终可用；收回的功能立即从菜单中消失，数据保留'),
    rented: json('开通的功能', z.array(z.string())).when('whole', [false]),
    createTime: instant('创建时间').sortable(),
  },
  states: {
    field: 'status',
    moves: {
      thaw: { label: '启用', from: ['frozen'], to: 'active' },
      restore: { label: '恢复', from: ['active', 'frozen'] },
      freeze: {
        label: '停用',
        from: ['active'],
        to: 'frozen',
        danger: true,
        ask: { reason: prose(300, '停用原因').required() },
      },
    },
  },
});
