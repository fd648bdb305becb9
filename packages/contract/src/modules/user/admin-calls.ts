import * as z from 'zod/mini';
import { coded, id, idVersion, several, text, whole, withId } from '../../domain/fields.ts';
import { userType } from '../session/session.ts';
import {
  decisionInput,
  factorRemoval,
  lockFlag,
  oneTimePassword,
  rolesInput,
  unapproved,
  userExportColumns,
  userInput,
  userPatch,
  userRow,
  userSortable,
} from './admin.ts';
import { limits } from '../../limits.ts';
import { enveloped, file, get, nothing, pageOf, pageQuery, post } from '../../http/dialect.ts';

/** Filters of the list; all of them narrow. */
const filter = {
  /** Beginning of the name or of the account name; a whole phone finds its owner. */
  keyword: z.optional(text(limits.search.max)),
  /** Kind of person. */
  type: z.optional(coded(userType)),
  /** Whether the account may be used. */
  lockFlag: z.optional(coded(lockFlag)),
  /** How far a registered account is. */
  approval: z.optional(coded(unapproved)),
  /** Role held. */
  roleId: z.optional(id),
  /** Department or any below it. */
  organId: z.optional(id),
  /** Enterprise bound. */
  enterpriseId: z.optional(id),
};
const { enterpriseId: _, ...ofEnterprise } = filter;

const person = z.object({
  /** Id of the person. */
  id,
  /** Name of the person. */
  nickName: z.string(),
  /** Phone, masked. */
  phone: z.nullable(z.string()),
});

/** People as administrators run them (CA-05), and what screens ask about employees (CA-06). */
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
  one: get('/upms/user/{id}', {
    input: withId,
    answer: enveloped(userRow),
    permit: 'sys:user:index',
    origin: 'chosen',
  }),
  roles: get('/upms/user/getUserRole', {
    input: z.object({ /** Whose roles. */ userId: id }),
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
    input: z.object({
      /** The enterprise that gets an administrator. */
      enterpriseId: id,
      /** Somebody bound to it. */
      userId: id,
    }),
    answer: nothing,
    permit: 'sys:user:edit',
    origin: 'spec §7',
  }),
  password: post('/upms/user/password', {
    input: z.object({ id, /** Refuse when it has changed since. */ version: z.optional(z.int()) }),
    in: {},
    conflict: userRow,
    answer: enveloped(oneTimePassword),
    secret: true,
    permit: 'sys:user:password',
    origin: 'spec §7',
  }),
  removeFactor: post('/upms/user/removeFactor', {
    input: factorRemoval,
    answer: nothing,
    permit: 'sys:user:password',
    origin: 'chosen',
  }),
  lock: post('/upms/user/lock', {
    input: z.object({
      id,
      /** Refuse when it has changed since. */
      version: z.optional(z.int()),
      /** What it becomes: 0 may be used, 9 may not. */
      lockFlag: coded(lockFlag),
    }),
    in: {},
    conflict: userRow,
    answer: enveloped(idVersion),
    permit: 'sys:user:lock',
    origin: 'chosen',
  }),
  giveRoles: post('/upms/user/giveRoles', {
    input: rolesInput,
    conflict: userRow,
    answer: enveloped(idVersion),
    permit: 'sys:role:delegate',
    origin: 'chosen',
  }),
  decide: post('/upms/user/decide', {
    input: decisionInput,
    conflict: userRow,
    answer: enveloped(idVersion),
    permit: 'sys:user:edit',
    origin: 'chosen',
  }),
  remove: get('/upms/user/del/{id}', {
    input: z.object({ id, /** Refuse when it has changed since. */ version: z.optional(whole) }),
    in: { id: 'path' },
    effect: 'write',
    conflict: userRow,
    answer: nothing,
    permit: 'sys:user:del',
    origin: 'spec §7',
  }),
  checkUser: post('/upms/api/user/checkUser', {
    input: z.object({
      /** Account name. */
      username: z.optional(text(64)),
      /** Phone. */
      phone: z.optional(z.string().check(z.maxLength(20))),
      /** Taken and never looked at: nobody learns here whether a password is right. */
      password: z.optional(z.string().check(z.maxLength(1024))),
    }),
    answer: enveloped(z.boolean()),
    effect: 'read',
    permit: 'sys:user:add',
    rate: 'lookup',
    origin: 'spec §7',
  }),
  byEntName: get('/upms/api/user/getUserByEntName', {
    input: z.object({ /** Name of the enterprise, whole. */ entName: text(100) }),
    answer: enveloped(z.array(person)),
    permit: 'sys:user:index',
    rate: 'lookup',
    origin: 'spec §7',
  }),
  byName: get('/bus/api/emp/getUserInfoByName', {
    input: z.object({ /** Name of the person, whole. */ name: text(32) }),
    answer: enveloped(z.array(person)),
    permit: 'sys:user:index',
    rate: 'lookup',
    origin: 'spec §7',
  }),
  phoneByEnt: get('/bus/api/emp/getPhoneByEnt', {
    input: z.object({ /** Which enterprise. */ enterpriseId: id }),
    answer: enveloped(
      z.object({ /** Phone of its administrator, masked; null when it has none. */ phone: z.nullable(z.string()) }),
    ),
    permit: 'sys:user:index',
    rate: 'lookup',
    origin: 'spec §7',
  }),
  openIdByEnt: get('/bus/api/emp/getOpenIdByEnt', {
    input: z.object({ /** Which enterprise. */ enterpriseId: id }),
    answer: enveloped(z.array(z.string())),
    permit: 'sys:user:index',
    rate: 'lookup',
    origin: 'spec §7',
  }),
  export: get('/upms/user/export', {
    input: pageQuery(
      {
        ...filter,
        /** Columns of the file after what names a row; all of them where none is named. */
        columns: z.optional(several(z.enum(userExportColumns))),
      },
      userSortable,
    ),
    answer: file('xlsx'),
    permit: 'sys:user:export',
    wait: 'export',
    origin: 'chosen',
  }),
};
