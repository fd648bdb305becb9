import * as z from 'zod/mini';
import {
  recentImpersonation,
  impersonation,
  impersonationAllowed,
  impersonationConsent,
  impersonationInput,
} from './impersonation.ts';
import { enveloped, get, post } from '../../http/call-table.ts';

/** Calls with which platform staff enter a tenant (平台进入). The entry is announced to the tenant (S36). */
export const impersonationCalls = {
  enter: post('/upms/tenant/enter', {
    input: impersonationInput,
    answer: enveloped(impersonation),
    permit: 'sys:tenant:enter',
  }),
  leave: post('/upms/tenant/leave', { permit: 'sys:tenant:enter' }),
  visit: get('/upms/tenant/entry', {
    answer: enveloped(z.nullable(impersonation)),
    permit: 'sys:tenant:enter',
    activity: 'background',
  }),
  recentVisits: get('/upms/tenant/entry/recent', {
    answer: enveloped(z.array(recentImpersonation)),
    permit: 'sys:entry:allow',
  }),
};

/** Calls with which a tenant allows platform staff who have entered it to write. */
export const tenantAllowCalls = {
  entryAllowed: get('/upms/tenant/entry/allow', { answer: enveloped(impersonationConsent), permit: 'sys:entry:allow' }),
  allowEntry: post('/upms/tenant/entry/allow', {
    input: z.object({
      /** Number of hours for which platform staff may write; 0 ends the permission. */
      hours: z.int('请填写小时数').check(z.minimum(0), z.maximum(72, '最多 72 小时')),
    }),
    answer: enveloped(impersonationAllowed),
    permit: 'sys:entry:allow',
  }),
};
