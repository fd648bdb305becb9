import * as z from 'zod/mini';
import { codeMapping, id, idVersion, oneOrMany, text, whole, withId } from '../../domain/fields.ts';
import { userType } from '../session/session.ts';
import {
  decisionInput,
  factorRemoval,
  lockFlag,
  oneTimePassword,
  rolesInput,
  unapprovedStates,
  userExportColumns,
  userInput,
  userPatch,
  userRow,
  userSortable,
} from './admin.ts';
import { limits } from '../../limits.ts';
import { enveloped, file, get, pageOf, pageQuery, post } from '../../http/call-table.ts';

const filter = {
  /** Search text: prefix of the display name or account name, or a complete phone number. */
  keyword: z.optional(text(limits.search.max)),
  type: z.optional(codeMapping(userType)),
  lockFlag: z.optional(codeMapping(lockFlag)),
  /** Filter: approval state of accounts that people registered themselves. */
  approval: z.optional(codeMapping(unapprovedStates)),
  roleId: z.optional(id),
  /** Id of a department; its subdepartments are included. */
  organId: z.optional(id),
  enterpriseId: z.optional(id),
};
const { enterpriseId: _, ...ofEnterprise } = filter;

const person = z.object({ id, nickName: z.string(), phone: z.nullable(z.string()) });

/** Calls for user administration (CA-05), and queries for screens about employees (CA-06). */
export const userAdminCalls = {
  page: get('/upms/user/page', {
    input: pageQuery(filter, userSortable),
    answer: enveloped(pageOf(userRow)),
    permit: 'sys:user:index',
    origin: 'spec §7',
  }),
  entPage: get('/upms/user/entPage', {
    input: pageQuery({ ...ofEnterprise, enterpriseId: z.optional(id) }, userSortable),
    answer: enveloped(pageOf(userRow)),
    permit: 'sys:user:index',
    origin: 'spec §7',
  }),
  count: get('/upms/user/count', {
    input: z.object(filter),
    answer: enveloped(z.int()),
    permit: 'sys:user:index',
    activity: 'background',
    origin: 'spec §7',
  }),
  one: get('/upms/user/{id}', { input: withId, answer: enveloped(userRow), permit: 'sys:user:index' }),
  roles: get('/upms/user/getUserRole', {
    input: z.object({ userId: id }),
    answer: enveloped(z.array(id)),
    permit: 'sys:user:index',
    origin: 'spec §7',
  }),
  create: post('/upms/user', {
    input: userInput,
    answer: enveloped(oneTimePassword),
    secret: true,
    permit: 'sys:user:add',
    origin: 'spec §7',
  }),
  update: post('/upms/user/update', {
    input: userPatch,
    conflict: userRow,
    answer: enveloped(idVersion),
    permit: 'sys:user:edit',
    origin: 'spec §7',
  }),
  updateEntAdmin: post('/upms/user/updateEntAdmin', {
    input: z.object({ enterpriseId: id, userId: id }),
    permit: 'sys:user:edit',
    origin: 'spec §7',
  }),
  password: post('/upms/user/password', {
    input: z.object({
      id,
      /** Version that the caller loaded. If set, the call is refused if the person has changed since then. */ version:
        z.optional(z.int()),
    }),
    in: {},
    conflict: userRow,
    answer: enveloped(oneTimePassword),
    secret: true,
    permit: 'sys:user:password',
    origin: 'spec §7',
  }),
  removeFactor: post('/upms/user/removeFactor', { input: factorRemoval, permit: 'sys:user:password' }),
  lock: post('/upms/user/lock', {
    input: z.object({
      id,
      version: z.optional(z.int()),
      /** New state of the account: 0 unlocked, 9 locked. */
      lockFlag: codeMapping(lockFlag),
    }),
    in: {},
    conflict: userRow,
    answer: enveloped(idVersion),
    permit: 'sys:user:lock',
  }),
  giveRoles: post('/upms/user/giveRoles', {
    input: rolesInput,
    conflict: userRow,
    answer: enveloped(idVersion),
    permit: 'sys:role:delegate',
  }),
  decide: post('/upms/user/decide', {
    input: decisionInput,
    conflict: userRow,
    answer: enveloped(idVersion),
    permit: 'sys:user:edit',
  }),
  remove: get('/upms/user/del/{id}', {
    input: z.object({
      id,
      /** Version that the caller loaded. If set, the call is refused if the person has changed since then. */ version:
        z.optional(whole),
    }),
    in: { id: 'path' },
    effect: 'write',
    conflict: userRow,
    permit: 'sys:user:del',
    origin: 'spec §7',
  }),
  checkUser: post('/upms/api/user/checkUser', {
    input: z.object({
      username: z.optional(text(64)),
      phone: z.optional(z.string().check(z.maxLength(20))),
      /** Ignored: the call must not reveal whether a password is right. */
      password: z.optional(z.string().check(z.maxLength(1024))),
    }),
    answer: enveloped(z.boolean()),
    effect: 'read',
    permit: 'sys:user:add',
    rate: 'lookup',
    origin: 'spec §7',
  }),
  byEntName: get('/upms/api/user/getUserByEntName', {
    input: z.object({ entName: text(100) }),
    answer: enveloped(z.array(person)),
    permit: 'sys:user:index',
    rate: 'lookup',
    origin: 'spec §7',
  }),
  byName: get('/bus/api/emp/getUserInfoByName', {
    input: z.object({ name: text(32) }),
    answer: enveloped(z.array(person)),
    permit: 'sys:user:index',
    rate: 'lookup',
    origin: 'spec §7',
  }),
  phoneByEnt: get('/bus/api/emp/getPhoneByEnt', {
    input: z.object({ enterpriseId: id }),
    answer: enveloped(z.object({ phone: z.nullable(z.string()) })),
    permit: 'sys:user:index',
    rate: 'lookup',
    origin: 'spec §7',
  }),
  openIdByEnt: get('/bus/api/emp/getOpenIdByEnt', {
    input: z.object({ enterpriseId: id }),
    answer: enveloped(z.array(z.string())),
    permit: 'sys:user:index',
    rate: 'lookup',
    origin: 'spec §7',
  }),
  export: get('/upms/user/export', {
    input: pageQuery(
      {
        ...filter,
        /** Columns of the file besides the identifying columns; all if absent. */
        columns: z.optional(oneOrMany(z.enum(userExportColumns))),
      },
      userSortable,
    ),
    answer: file('xlsx'),
    permit: 'sys:user:export',
    wait: 'export',
  }),
};
