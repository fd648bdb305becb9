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
  coded,
  day,
  fileAddress,
  flag,
  id,
  idVersion,
  several,
  text,
  whole,
  withId,
} from '../../domain/fields.ts';
import { historyEntry } from '../audit/audit.ts';
import { enterpriseExportColumns } from './export.ts';
import { importCalls } from '../../kit/import-calls.ts';
import { limits } from '../../limits.ts';
import { enveloped, file, get, pageOf, pageQuery, post } from '../../http/dialect.ts';

const word = z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/));

/** Filters of the list (contracts §2); all of them narrow, several values of one widen. */
export const enterpriseFilter = {
  /** Name contains, or credit code prefix when it is four or more of the code's alphabet. */
  keyword: z.optional(text(limits.search.max)),
  /** Name contains. */
  name: z.optional(text(limits.search.max)),
  /** Beginning of the credit code. */
  creditCode: z.optional(text(18)),
  /** Region or any below it: its first digits, or the full code; seven or more ask for a street or grid. */
  regionCode: z.optional(several(z.string().check(z.regex(/^\d{2,12}$/)))),
  /** Section letter or division. */
  industryCode: z.optional(several(z.string().check(z.regex(/^[A-T](\d{2})?$/)))),
  /** 监管行业 */
  supervisionKind: z.optional(several(word)),
  /** 企业规模 */
  enterpriseSize: z.optional(several(coded(enterpriseSize))),
  /** 企业状态 */
  status: z.optional(several(coded(enterpriseStatus))),
  /** 企业四色 */
  color: z.optional(several(coded(enterpriseColor))),
  /** 标准化等级 */
  standardGrade: z.optional(several(coded(standardLevel))),
  /** 危险特征: has any of these. */
  hazardFeature: z.optional(several(word)),
  /** 企业标签: has any of these; leaves nothing for enterprise staff. */
  label: z.optional(several(word)),
  /** 监管责任人 */
  officerId: z.optional(id),
  /** Any of the five dates within so many days, or gone. */
  expiring: z.optional(whole),
  /** Exactly this region, none below it: what stands at a city itself. */
  regionOnly: z.optional(z.string().check(z.regex(/^\d{6}$/))),
  /** Made active on this day or later. */
  activatedFrom: z.optional(day),
  /** Made active on this day or earlier. */
  activatedTo: z.optional(day),
  /** 档案完善: nothing required is empty and the rate reaches 90. */
  perfect: z.optional(flag),
  /** 入驻: somebody of its own staff has signed in. */
  signedIn: z.optional(flag),
  /** Has coordinates, and so a place on the map. */
  located: z.optional(flag),
  /** How it became active: by somebody's decision, or at once with an import. */
  activatedBy: z.optional(z.enum(['decision', 'import'])),
};

/** Enterprises (企业): the model of every list that follows. */
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
      /** Exact name. */
      name: z.optional(text(100)),
      /** Credit code. */
      creditCode: z.optional(text(18)),
    }),
    answer: enveloped(
      z.object({
        /** Whether an enterprise that is not closed has it. */
        exists: z.boolean(),
        /** Its id, when the caller may see it. */
        id: z.optional(id),
      }),
    ),
    permit: 'bus:enterprise:index',
    rate: 'lookup',
    origin: 'spec §7',
  }),
  expiring: get('/bus/enterprise/expire', {
    input: pageQuery({ /** Within so many days; 30 when empty. */ days: z.optional(whole) }, []),
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
    // It names the phones of people: closed to visitors of the platform (S94).
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
    input: z.object({ id, /** Refuse when it has changed since. */ version: z.optional(whole) }),
    in: { id: 'path' },
    effect: 'write',
    conflict: enterprise,
    answer: enveloped(idVersion),
    permit: 'bus:enterprise:del',
    impersonation: true,
    origin: 'spec §7',
  }),
  restore: post('/bus/enterprise/restore', {
    input: z.object({ id, /** Refuse when it has changed since. */ version: z.optional(z.int()) }),
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
        /** System name of the current enterprise, or null. */
        aliasName: z.nullable(z.string()),
        /** Address of its logo, or null. */
        logoUrl: z.nullable(z.string()),
      }),
    ),
    permit: 'signed-in',
    activity: 'background',
    origin: 'chosen',
  }),
  updateLogo: post('/bus/enterprise/updateLogo', {
    input: z.object({
      /** System name, at most 6 characters. */
      aliasName: z.nullable(
        z.string().check(z.overwrite(cleanText), z.maxLength(limits.aliasNameMax, '请输入系统简称最多6个字')),
      ),
      /** Own file address, or null. */
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
        /** Columns of the file after what names a row; all of them where none is named. */
        columns: z.optional(several(z.enum(enterpriseExportColumns))),
      },
      enterpriseSortable,
    ),
    answer: file('xlsx'),
    permit: 'bus:enterprise:export',
    wait: 'export',
    origin: 'chosen',
  }),
};
