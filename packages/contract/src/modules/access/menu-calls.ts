import * as z from 'zod/mini';
import { menuInput, menuNode, menuOrder, menuPatch } from './menu.ts';
import { id, idVersion, whole } from '../../domain/fields.ts';
import { enveloped, get, post } from '../../http/call-table.ts';

export const menuCalls = {
  menuAllTree: get('/upms/menu/all/tree', {
    answer: enveloped(z.array(menuNode)),
    permit: 'sys:menu:index',
    origin: 'spec §7',
  }),
  menuTree: get('/upms/menu/tree', {
    input: z.object({
      /**
       * Id of a role: returns the entries that the caller may grant to it. If absent, returns the caller's own entries.
       */ roleId: z.optional(id),
    }),
    answer: enveloped(z.array(menuNode)),
    permit: 'sys:role:index',
    origin: 'spec §7',
  }),
  menuTreeByRoleId: get('/upms/menu/treeByRoleId', {
    input: z.object({ roleId: id }),
    answer: enveloped(z.array(id)),
    permit: 'sys:role:index',
    origin: 'spec §7',
  }),
  menuCreate: post('/upms/menu', {
    input: menuInput,
    answer: enveloped(idVersion),
    permit: 'sys:menu:add',
    origin: 'spec §7',
  }),
  menuUpdate: post('/upms/menu/update', {
    input: menuPatch,
    conflict: menuNode,
    answer: enveloped(idVersion),
    permit: 'sys:menu:edit',
    origin: 'spec §7',
  }),
  menuOrder: post('/upms/menu/order', { input: menuOrder, permit: 'sys:menu:edit' }),
  menuRemove: get('/upms/menu/del/{id}', {
    input: z.object({ id, version: z.optional(whole) }),
    in: { id: 'path' },
    effect: 'write',
    conflict: menuNode,
    answer: enveloped(idVersion),
    permit: 'sys:menu:del',
    origin: 'spec §7',
  }),
};
