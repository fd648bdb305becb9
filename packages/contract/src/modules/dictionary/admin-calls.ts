import * as z from 'zod/mini';
import {
  adminItem,
  adminItemInput,
  adminItemPatch,
  dictionary,
  dictionaryEdit,
  dictionaryInput,
  dictionaryPatch,
  itemOrder,
} from './admin.ts';
import { flag, id, idVersion, text, whole } from '../../domain/fields.ts';
import { limits } from '../../limits.ts';
import { enveloped, get, pageOf, pageQuery, post } from '../../http/call-table.ts';

const removeInput = z.object({ id, version: z.optional(whole) });
const keyword = z.optional(text(limits.search.max));

export const dictionaryAdminCalls = {
  page: get('/upms/dict/page', {
    input: pageQuery({ keyword, edit: z.optional(dictionaryEdit) }, ['type', 'label']),
    answer: enveloped(pageOf(dictionary)),
    permit: 'sys:dict:index',
    origin: 'spec §7',
  }),
  create: post('/upms/dict', {
    aliasPaths: ['/upms/dict/'],
    input: dictionaryInput,
    answer: enveloped(idVersion),
    permit: 'sys:dict:add',
    origin: 'spec §7',
  }),
  update: post('/upms/dict/update', {
    input: dictionaryPatch,
    conflict: dictionary,
    answer: enveloped(idVersion),
    permit: 'sys:dict:edit',
    origin: 'spec §7',
  }),
  remove: get('/upms/dict/del/{id}', {
    input: removeInput,
    effect: 'write',
    conflict: dictionary,
    permit: 'sys:dict:del',
    origin: 'spec §7',
  }),
  itemPage: get('/upms/dict/item/page', {
    input: pageQuery({ dictId: z.optional(id), keyword, enabled: z.optional(flag) }, ['sort', 'value', 'label']),
    answer: enveloped(pageOf(adminItem)),
    permit: 'sys:dict:index',
    origin: 'spec §7',
  }),
  itemCreate: post('/upms/dict/item', {
    input: adminItemInput,
    answer: enveloped(idVersion),
    permit: 'sys:dictitem:add',
    impersonation: true,
    origin: 'spec §7',
  }),
  itemUpdate: post('/upms/dict/item/update', {
    input: adminItemPatch,
    conflict: adminItem,
    answer: enveloped(idVersion),
    permit: 'sys:dictitem:edit',
    impersonation: true,
    origin: 'spec §7',
  }),
  itemSort: post('/upms/dict/item/sort', { input: itemOrder, permit: 'sys:dictitem:edit', impersonation: true }),
  itemRemove: get('/upms/dict/item/del/{id}', {
    input: removeInput,
    effect: 'write',
    conflict: adminItem,
    permit: 'sys:dictitem:del',
    impersonation: true,
    origin: 'spec §7',
  }),
};
