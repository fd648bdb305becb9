import * as z from 'zod/mini';
import { text } from '../../domain/fields.ts';
import { crud } from '../../kit/calls.ts';
import { enveloped, get } from '../../http/call-table.ts';
import { station } from './resource.ts';

export const stationCalls = {
  ...crud(station, '/bus/station', {
    page: '/bus/enterprise/stationPage',
    export: '/bus/enterprise/stationExportList',
    import: true,
  }),
  byEnterpriseCode: get('/bus/enterprise/getStationByEnterpriseCode', {
    input: z.object({ /** Enterprise number (企业编号) or credit code of the enterprise. */ code: text(32) }),
    answer: enveloped(z.array(station.row)),
    permit: 'bus:station:index',
    activity: 'background',
    rate: 'lookup',
    origin: 'spec §7',
  }),
};
