import * as z from 'zod/mini';
import { region } from './dictionary.ts';
import { flag, text, whole } from '../../domain/fields.ts';
import { codeVersion, ownRegion, ownRegionInput, ownRegionPatch, ownRegionSortable, townCode } from './region.ts';
import { limits } from '../../limits.ts';
import { enveloped, get, pageOf, pageQuery, post } from '../../http/dialect.ts';

const upper = z.string().check(z.regex(/^\d{6}(\d{3})?$/));

/** Streets and grids of a tenant, seen by its signed-in people alone. */
export const regionCalls = {
  regionTowns: get('/upms/region/towns', {
    input: z.object({
      /** Code of the district or street above; every street when empty. */
      parent: z.optional(upper),
      /** Part of a name, beginning of a code or of the pinyin initials. */
      q: z.optional(text(limits.search.max)),
    }),
    answer: enveloped(z.array(region)),
    permit: 'signed-in',
    activity: 'background',
    origin: 'chosen',
  }),
  regionPage: get('/upms/region/page', {
    input: pageQuery(
      {
        /** Part of a name, beginning of a code or of the pinyin initials. */
        keyword: z.optional(text(limits.search.max)),
        /** Division or street that they lie in: its digits. */
        regionCode: z.optional(z.string().check(z.regex(/^\d{2,12}$/))),
        /** 4 streets, 5 grids. */
        level: z.optional(whole),
        /** Whether it is offered. */
        enabled: z.optional(flag),
      },
      ownRegionSortable,
    ),
    answer: enveloped(pageOf(ownRegion)),
    permit: 'sys:region:index',
    origin: 'chosen',
  }),
  regionNext: get('/upms/region/next', {
    input: z.object({ /** Code of the district or street above. */ parent: upper }),
    answer: enveloped(z.object({ /** The next free code below it. */ code: z.string() })),
    permit: 'sys:region:add',
    activity: 'background',
    origin: 'chosen',
  }),
  regionCreate: post('/upms/region', {
    input: ownRegionInput,
    answer: enveloped(codeVersion),
    permit: 'sys:region:add',
    impersonation: true,
    origin: 'chosen',
  }),
  regionUpdate: post('/upms/region/update', {
    input: ownRegionPatch,
    conflict: ownRegion,
    answer: enveloped(codeVersion),
    permit: 'sys:region:edit',
    impersonation: true,
    origin: 'chosen',
  }),
  regionRemove: get('/upms/region/del/{code}', {
    input: z.object({ code: townCode, /** Refuse when it has changed since. */ version: z.optional(whole) }),
    in: { code: 'path' },
    id: 'word',
    effect: 'write',
    conflict: ownRegion,
    answer: enveloped(codeVersion),
    permit: 'sys:region:del',
    impersonation: true,
    origin: 'chosen',
  }),
};
