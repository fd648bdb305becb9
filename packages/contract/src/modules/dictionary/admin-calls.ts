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
import { enveloped, get, nothing, pageOf, pageQuery, post } from '../../http/dialect.ts';

const gone = z.object({ id, /** Refuse when it has changed since. */ version: z.optional(whole) });
const keyword = z.optional(text(limits.search.max));

/** Dictionaries and their items, for those who keep them up. */
export const dictionaryAdminCalls = {
  page: get('/upms/dict/page', {
    input: pageQuery(
      {
        /** Part of a type or name. */
        keyword,
        /** Who may add to it. */
        edit: z.optional(dictionaryEdit),
      },
      ['type', 'label'],
    ),
    answer: enveloped(pageOf(dictionary)),
    permit: 'sys:dict:index',
    origin: 'spec §7',
  }),
  create: post('/upms/dict', {
    also: ['/upms/dict/'],
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
    input: gone,
    effect: 'write',
    conflict: dictionary,
    answer: nothing,
    permit: 'sys:dict:del',
    origin: 'spec §7',
  }),
  itemPage: get('/upms/dict/item/page', {
    input: pageQuery(
      {
        /** Id of the dictionary. */
        dictId: z.optional(id),
        /** Part of a value or label. */
        keyword,
        /** Whether it is offered. */
        enabled: z.optional(flag),
      },
      ['sort', 'value', 'label'],
    ),
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
  itemSort: post('/upms/dict/item/sort', {
    input: itemOrder,
    answer: nothing,
    permit: 'sys:dictitem:edit',
    impersonation: true,
    origin: 'chosen',
  }),
  itemRemove: get('/upms/dict/item/del/{id}', {
    input: gone,
    effect: 'write',
    conflict: adminItem,
    answer: nothing,
    permit: 'sys:dictitem:del',
    impersonation: true,
    origin: 'spec §7',
  }),
};
