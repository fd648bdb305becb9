import * as z from 'zod/mini';
import {
  enterprise,
  enterpriseInput,
  enterprisePatch,
  enterpriseSortable,
  expiringEnterprise,
  importConfirm,
} from './enterprise.ts';
import { cleanText, fileAddress, id, idVersion, oneOrMany, text, whole, withId } from '../../domain/fields.ts';
import { historyEntry } from '../audit/audit.ts';
import { enterpriseFilter } from './filter.ts';
import { enterpriseExportColumns } from './export-columns.ts';
import { importCalls } from '../../kit/import-calls.ts';
import { limits } from '../../limits.ts';
import { enveloped, file, get, pageOf, pageQuery, post } from '../../http/call-table.ts';

/** Calls for enterprises (企业). The lists of other modules follow the same pattern. */
export const enterpriseCalls = {
  page: get('/bus/enterprise/page', {
    input: pageQuery(enterpriseFilter, enterpriseSortable),
    answer: enveloped(pageOf(enterprise)),
    permit: 'bus:enterprise:index',
    origin: 'spec §7',
  }),
  get: get('/bus/enterprise/{id}', {
    input: withId,
    answer: enveloped(enterprise),
    permit: 'bus:enterprise:get',
    origin: 'spec §7',
  }),
  current: get('/bus/enterprise/getCurrentEnt', {
    answer: enveloped(z.nullable(enterprise)),
    permit: 'bus:enterprise:get',
    activity: 'background',
    origin: 'spec §7',
  }),
  check: get('/bus/enterprise/checkEnt', {
    input: z.object({
      name: z.optional(text(100)),
      creditCode: z.optional(text(18)),
    }),
    answer: enveloped(
      z.object({
        /** Whether an enterprise with this credit code exists that is not closed. */
        exists: z.boolean(),
        /** Id of the existing enterprise; only if the caller may see it. */
        id: z.optional(id),
      }),
    ),
    permit: 'bus:enterprise:index',
    rate: 'lookup',
    origin: 'spec §7',
  }),
  expiring: get('/bus/enterprise/expire', {
    input: pageQuery(
      { /** Number of days within which the expiry date lies; by default 30. */ days: z.optional(whole) },
      [],
    ),
    answer: enveloped(pageOf(expiringEnterprise)),
    permit: 'bus:enterprise:index',
    origin: 'spec §7',
  }),
  history: get('/bus/enterprise/history/{id}', {
    input: withId,
    answer: enveloped(z.array(historyEntry)),
    permit: 'bus:enterprise:get',
    origin: 'chosen',
  }),
  create: post('/bus/enterprise', {
    input: enterpriseInput,
    conflict: enterprise,
    answer: enveloped(idVersion),
    // The response contains phone numbers of people, so platform users who have entered a tenant are refused (S94).
    permit: 'bus:enterprise:add',
    origin: 'spec §7',
  }),
  update: post('/bus/enterprise/update', {
    input: enterprisePatch,
    conflict: enterprise,
    answer: enveloped(idVersion),
    permit: 'bus:enterprise:edit',
    impersonation: true,
    origin: 'spec §7',
  }),
  activate: post('/bus/enterprise/activate', {
    input: idVersion,
    conflict: enterprise,
    answer: enveloped(idVersion),
    permit: 'bus:enterprise:audit',
    origin: 'chosen',
  }),
  remove: get('/bus/enterprise/del/{id}', {
    input: z.object({ id, version: z.optional(whole) }),
    in: { id: 'path' },
    effect: 'write',
    conflict: enterprise,
    answer: enveloped(idVersion),
    permit: 'bus:enterprise:del',
    impersonation: true,
    origin: 'spec §7',
  }),
  restore: post('/bus/enterprise/restore', {
    input: z.object({ id, version: z.optional(z.int()) }),
    in: {},
    conflict: enterprise,
    answer: enveloped(idVersion),
    permit: 'bus:enterprise:del',
    impersonation: true,
    origin: 'chosen',
  }),
  logoSetting: get('/bus/enterprise/logoSetting', {
    answer: enveloped(
      z.object({
        aliasName: z.nullable(z.string()),
        logoUrl: z.nullable(z.string()),
      }),
    ),
    permit: 'signed-in',
    activity: 'background',
    origin: 'chosen',
  }),
  updateLogo: post('/bus/enterprise/updateLogo', {
    input: z.object({
      aliasName: z.nullable(
        z.string().check(z.overwrite(cleanText), z.maxLength(limits.aliasNameMax, '请输入系统简称最多6个字')),
      ),
      logoUrl: z.nullable(fileAddress('请重新上传')),
    }),
    answer: enveloped(idVersion),
    permit: 'bus:enterprise:logo',
    origin: 'spec §7',
  }),
  ...importCalls({ permits: 'bus:enterprise' }, '/bus/enterprise', {
    confirm: importConfirm,
    maxBytes: limits.upload.importBytes,
    isLookup: false,
  }),
  export: get('/bus/enterprise/export', {
    input: pageQuery(
      {
        ...enterpriseFilter,
        /** Columns of the file after the identifying columns; all if absent. */
        columns: z.optional(oneOrMany(z.enum(enterpriseExportColumns))),
      },
      enterpriseSortable,
    ),
    answer: file('xlsx'),
    permit: 'bus:enterprise:export',
    wait: 'export',
    origin: 'chosen',
  }),
};
