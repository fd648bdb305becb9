import * as z from 'zod/mini';
import {
  enterprise,
  enterpriseInput,
  enterprisePatch,
  enterpriseSortable,
  expiringEnterprise,
  importConfirm,
} from './enterprise.ts';
import { enterpriseColor, enterpriseSize, enterpriseStatus, standardLevel } from './codes.ts';
import {
  cleanText,
  codeMapping,
  day,
  fileAddress,
  flag,
  id,
  idVersion,
  oneOrMany,
  text,
  whole,
  withId,
} from '../../domain/fields.ts';
import { historyEntry } from '../audit/audit.ts';
import { enterpriseExportColumns } from './export-columns.ts';
import { importCalls } from '../../kit/import-calls.ts';
import { limits } from '../../limits.ts';
import { enveloped, file, get, pageOf, pageQuery, post } from '../../http/call-table.ts';

const word = z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/));

/** Filters of the enterprise list. A row must match every filter, and one of the values of each filter. */
export const enterpriseFilter = {
  /**
   * Search text: part of the name. A text of four or more characters from the credit code alphabet also matches the
   * beginning of the credit code.
   */
  keyword: z.optional(text(limits.search.max)),
  name: z.optional(text(limits.search.max)),
  creditCode: z.optional(text(18)),
  /**
   * Code or code prefix of a division; the divisions below it are included. Seven or more digits mean a street or
   * grid.
   */
  regionCode: z.optional(oneOrMany(z.string().check(z.regex(/^\d{2,12}$/)))),
  /** Letter of an industry section, or code of an industry. */
  industryCode: z.optional(oneOrMany(z.string().check(z.regex(/^[A-T](\d{2})?$/)))),
  supervisionKind: z.optional(oneOrMany(word)),
  enterpriseSize: z.optional(oneOrMany(codeMapping(enterpriseSize))),
  status: z.optional(oneOrMany(codeMapping(enterpriseStatus))),
  color: z.optional(oneOrMany(codeMapping(enterpriseColor))),
  standardGrade: z.optional(oneOrMany(codeMapping(standardLevel))),
  /** Hazard features (危险特征): the enterprise has at least one of them. */
  hazardFeature: z.optional(oneOrMany(word)),
  /** Labels (企业标签): the enterprise has at least one of them. With this filter, enterprise staff get no rows. */
  label: z.optional(oneOrMany(word)),
  officerId: z.optional(id),
  /** Number of days: at least one of the four expiry dates is past or within that many days. */
  expiring: z.optional(whole),
  /** Only rows of exactly this region, for example of the city itself, without regions below it. */
  regionOnly: z.optional(z.string().check(z.regex(/^\d{6}$/))),
  activatedFrom: z.optional(day),
  activatedTo: z.optional(day),
  /** Whether the file is complete (档案完善): all required fields are filled and the completeness rate is at least 90. */
  perfect: z.optional(flag),
  /** Whether the enterprise has joined (入驻): at least one of its people has signed in. */
  signedIn: z.optional(flag),
  located: z.optional(flag),
  /** First and last day of an inspection (监管检查) that a regulator finished at the enterprise. */
  inspectedFrom: z.optional(day),
  inspectedTo: z.optional(day),
  /** Whether the enterprise has a safety score (安全分). */
  scored: z.optional(flag),
  /** How the enterprise became active: by a decision, or directly by an import. */
  activatedBy: z.optional(z.enum(['decision', 'import'])),
};

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
