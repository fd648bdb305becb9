import * as z from 'zod/mini';
import { mapSettings, mapView, regionRanking } from './map.ts';
import { whole } from '../../domain/fields.ts';
import { enterpriseFilter } from './filter.ts';
import { enveloped, get } from '../../http/call-table.ts';

export const enterpriseMapCalls = {
  map: get('/bus/enterprise/map', {
    input: z.object({
      ...enterpriseFilter,
      /** Visible part of the map: west, south, east and north in degrees (GCJ-02), separated by commas. */
      bbox: z.string().check(z.maxLength(80), z.regex(/^-?\d{1,3}(\.\d{1,9})?(,-?\d{1,3}(\.\d{1,9})?){3}$/)),
      /** Zoom level, as in the addresses of map tiles. */
      zoom: whole,
    }),
    answer: enveloped(mapView),
    permit: 'bus:enterprise:index',
    origin: 'chosen',
  }),
  mapSettings: get('/bus/enterprise/mapSettings', {
    answer: enveloped(mapSettings),
    permit: 'bus:enterprise:index',
    activity: 'background',
    origin: 'chosen',
  }),
  regionRanking: get('/bus/enterprise/regionRanking', {
    input: z.object(enterpriseFilter),
    answer: enveloped(regionRanking),
    permit: 'bus:enterprise:index',
    origin: 'chosen',
  }),
};
