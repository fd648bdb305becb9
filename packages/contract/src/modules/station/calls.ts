import * as z from 'zod/mini';
import { text } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get } from '../../http/dialect.ts';
import { station } from './resource.ts';

/** Calls of stations (场站). */
export const stationCalls = {
  ...crud(station, '/bus/station', {
    page: '/bus/enterprise/stationPage',
    export: '/bus/enterprise/stationExportList',
    import: true,
  }),
  byEnterpriseCode: get('/bus/enterprise/getStationByEnterpriseCode', {
    input: z.object({ /** Number of the enterprise (企业编号), or its credit code. */ code: text(32) }),
    answer: enveloped(z.array(station.row)),
    permit: 'bus:station:index',
    activity: 'background',
    rate: 'lookup',
    origin: 'spec §7',
  }),
};
