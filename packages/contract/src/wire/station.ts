import * as z from 'zod/mini';
import { id, idVersion, several, text, whole, withId } from '../domain/fields.ts';
import { station, stationInput, stationPatch, stationSortable, stationStatus } from '../domain/station.ts';
import { limits } from '../limits.ts';
import { enveloped, file, get, pageOf, pageQuery, post } from './dialect.ts';

/** Filters of the list; all of them narrow, several values of one widen. */
const filter = {
  /** Name contains, or the beginning of the number. */
  keyword: z.optional(text(limits.search.max)),
  /** 类型 */
  kind: z.optional(several(z.string().check(z.regex(/^[A-Za-z0-9]{1,32}$/)))),
  /** 状态 */
  status: z.optional(several(stationStatus)),
  /** Region or any below it: two, four or six digits, or the full code. */
  regionCode: z.optional(several(z.string().check(z.regex(/^\d{2,6}$/)))),
  /** 所属企业 */
  enterpriseId: z.optional(id),
};

/** Stations (场站). */
export const stationCalls = {
  page: get('/bus/enterprise/stationPage', {
    input: pageQuery(filter, stationSortable),
    answer: enveloped(pageOf(station)),
    permit: 'bus:station:index',
    origin: 'spec §7',
  }),
  export: get('/bus/enterprise/stationExportList', {
    input: pageQuery(filter, stationSortable),
    answer: file('xlsx'),
    permit: 'bus:station:export',
    wait: 'export',
    origin: 'spec §7',
  }),
  byEnterpriseCode: get('/bus/enterprise/getStationByEnterpriseCode', {
    input: z.object({ /** Number of the enterprise (企业编号), or its credit code. */ code: text(32) }),
    answer: enveloped(z.array(station)),
    permit: 'bus:station:index',
    activity: 'background',
    rate: 'lookup',
    origin: 'spec §7',
  }),
  get: get('/bus/station/{id}', {
    input: withId,
    answer: enveloped(station),
    permit: 'bus:station:index',
    origin: 'chosen',
  }),
  create: post('/bus/station', {
    input: stationInput,
    conflict: station,
    answer: enveloped(idVersion),
    permit: 'bus:station:add',
    visit: true,
    origin: 'chosen',
  }),
  update: post('/bus/station/update', {
    input: stationPatch,
    conflict: station,
    answer: enveloped(idVersion),
    permit: 'bus:station:edit',
    visit: true,
    origin: 'chosen',
  }),
  remove: get('/bus/station/del/{id}', {
    input: z.object({ id, /** Refuse when it has changed since. */ version: z.optional(whole) }),
    in: { id: 'path' },
    effect: 'write',
    conflict: station,
    answer: enveloped(idVersion),
    permit: 'bus:station:del',
    visit: true,
    origin: 'chosen',
  }),
};
