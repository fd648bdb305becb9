import * as z from 'zod/mini';
import { choice, instant, integer, json, oneOf, prose, text } from '../../kit/field.ts';
import { listing } from '../../kit/listing.ts';
import { userType } from '../session/session.ts';
import { roleCodeShape, selectedRegions } from './role.ts';
import { roleCalls } from './role-calls.ts';

export const roleListing = listing('role', roleCalls.rolePage, {
  label: '角色',
  counter: '个',
  title: 'roleName',
  subtitle: 'roleCode',
  search: { name: 'keyword', placeholder: '角色名称、编码' },
  typed: ['roleName', 'userType', 'roleCode', 'dsType', 'regionCodes', 'roleDesc', 'copyOf'],
  fields: {
    roleName: text(30, '角色名称').required().example('如 值班人员').sortable(),
    userType: oneOf(userType, '适用人员')
      .dictionary('userType')
      .required()
      .immutable()
      .help('只有这类人员可以持有该角色，保存后不能更换')
      .filter(),
    roleCode: text(45, '角色编码')
      .pattern(roleCodeShape.pattern, roleCodeShape.message)
      .immutable()
      .example('如 ROLE_DUTY')
      .help('可以不填，由系统生成'),
    dsType: choice(
      { all: '全部', below: '本机构所辖区域及以下', own: '仅本机构所辖区域', chosen: '自选区域' },
      '数据范围',
    )
      .when('userType', ['regulator'])
      .help('持有多个角色时，数据范围是各角色合起来的范围'),
    regionCodes: json('自选区域', selectedRegions.check(z.minLength(1, '请至少选择一个区域')))
      .required()
      .when('dsType', ['chosen'])
      .help('含所选区划以下的全部区域'),
    members: integer('成员'),
    permits: integer('权限'),
    roleDesc: prose(200, '说明').example('这个角色给谁用、做什么'),
    updateTime: instant('更新时间').sortable(),
    /** Id of the role that is copied. */
    copyOf: text(64, '复制自').inputOnly().immutable().when('copyOf', 'filled'),
  },
});
