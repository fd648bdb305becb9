import { instant, integer, json, oneOf, text } from '../../kit/field.ts';
import { listing } from '../../kit/listing.ts';
import * as z from 'zod/mini';
import { tenantAdminCalls } from './admin-calls.ts';

/** Codes of the states in the dictionary enableStatus. */
export const statusCodes = { active: 'enabled', frozen: 'disabled' } as const;

export const tenantListing = listing('tenant', tenantAdminCalls.page, {
  label: '租户',
  counter: '个',
  title: 'name',
  subtitle: 'id',
  order: 'id',
  search: { name: 'name', placeholder: '单位名称、编号' },
  fields: {
    name: text(64, '单位').sortable(),
    id: text(32, '单位编号').sortable(),
    status: oneOf(statusCodes, '状态').dictionary('enableStatus').filter(),
    people: integer('用户'),
    hosts: json('域名', z.array(z.string())),
    icp: text(128, '备案'),
    createTime: instant('创建时间').sortable(),
  },
});
