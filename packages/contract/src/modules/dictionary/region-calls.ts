import * as z from 'zod/mini';
import { region } from './dictionary.ts';
import { flag, text, whole } from '../../domain/fields.ts';
import { codeVersion, ownRegion, ownRegionInput, ownRegionPatch, ownRegionSortable, townCode } from './region.ts';
import { limits } from '../../limits.ts';
import { enveloped, get, pageOf, pageQuery, post } from '../../http/call-table.ts';

const parentCode = z.string().check(z.regex(/^\d{6}(\d{3})?$/));

/** Calls for the streets and grids of a tenant. Only signed-in people of the tenant see them. */
export const regionCalls = {
  regionTowns: get('/upms/region/towns', {
    input: z.object({
      /** Region code of the district or street whose children are returned. If empty, all streets are returned. */
      parent: z.optional(parentCode),
      /** Search text: part of a name, or prefix of a region code or of the pinyin initials. */
      q: z.optional(text(limits.search.max)),
    }),
    answer: enveloped(z.array(region)),
    permit: 'signed-in',
    activity: 'background',
  }),
  regionPage: get('/upms/region/page', {
    input: pageQuery(
      {
        keyword: z.optional(text(limits.search.max)),
        /** Code prefix of the division or street that contains the rows. */
        regionCode: z.optional(z.string().check(z.regex(/^\d{2,12}$/))),
        /** Level of the rows: 4 streets, 5 grids. */
        level: z.optional(whole),
        enabled: z.optional(flag),
      },
      ownRegionSortable,
    ),
    answer: enveloped(pageOf(ownRegion)),
    permit: 'sys:region:index',
  }),
  regionNext: get('/upms/region/next', {
    input: z.object({ parent: parentCode }),
    answer: enveloped(z.object({ code: z.string() })),
    permit: 'sys:region:add',
    activity: 'background',
  }),
  regionCreate: post('/upms/region', {
    input: ownRegionInput,
    answer: enveloped(codeVersion),
    permit: 'sys:region:add',
    impersonation: true,
  }),
  regionUpdate: post('/upms/region/update', {
    input: ownRegionPatch,
    conflict: ownRegion,
    answer: enveloped(codeVersion),
    permit: 'sys:region:edit',
    impersonation: true,
  }),
  regionRemove: get('/upms/region/del/{code}', {
    input: z.object({ code: townCode, version: z.optional(whole) }),
    in: { code: 'path' },
    id: 'word',
    effect: 'write',
    conflict: ownRegion,
    answer: enveloped(codeVersion),
    permit: 'sys:region:del',
    impersonation: true,
  }),
};
