import * as z from 'zod/mini';
import { role, roleChoice, roleInput, roleMenus, rolePatch, roleSortable } from './role.ts';
import { codeMapping, id, idVersion, text, whole, withId } from '../../domain/fields.ts';
import { userType } from '../session/session.ts';
import { limits } from '../../limits.ts';
import { enveloped, get, pageOf, pageQuery, post } from '../../http/call-table.ts';

export const roleCalls = {
  rolePage: get('/upms/role/page', {
    input: pageQuery(
      { keyword: z.optional(text(limits.search.max)), userType: z.optional(codeMapping(userType)) },
      roleSortable,
    ),
    answer: enveloped(pageOf(role)),
    permit: 'sys:role:index',
    origin: 'contracts §2',
  }),
  roleList: get('/upms/role/list', {
    input: z.object({ userType: z.optional(codeMapping(userType)) }),
    answer: enveloped(z.array(roleChoice)),
    permit: 'sys:user:index',
    activity: 'background',
    origin: 'contracts §2',
  }),
  roleGet: get('/upms/role/{id}', {
    input: withId,
    answer: enveloped(role),
    permit: 'sys:role:index',
    origin: 'contracts §2',
  }),
  roleCreate: post('/upms/role', {
    input: roleInput,
    answer: enveloped(idVersion),
    permit: 'sys:role:add',
    origin: 'contracts §2',
  }),
  roleUpdate: post('/upms/role/update', {
    input: rolePatch,
    conflict: role,
    answer: enveloped(idVersion),
    permit: 'sys:role:edit',
    origin: 'contracts §2',
  }),
  roleRemove: get('/upms/role/del/{id}', {
    input: z.object({ id, version: z.optional(whole) }),
    in: { id: 'path' },
    effect: 'write',
    conflict: role,
    answer: enveloped(idVersion),
    permit: 'sys:role:del',
    origin: 'contracts §2',
  }),
  roleMenu: post('/upms/role/menu', {
    input: roleMenus,
    conflict: role,
    answer: enveloped(idVersion),
    permit: 'sys:role:perm',
    origin: 'contracts §2',
  }),
};
