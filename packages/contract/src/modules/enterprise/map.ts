import * as z from 'zod/mini';
import { enterpriseColor, enterpriseStatus } from './codes.ts';
import { colorCounts } from './statistics.ts';
import { codeMapping, instant } from '../../domain/fields.ts';

/** A region in the ranking, with the figures of its enterprises. */
export const regionRow = z.object({
  code: z.string(),
  name: z.string(),
  /** Whether enterprises lie in regions below this one. */
  opens: z.boolean(),
  count: z.int(),
  /** Percentage of all enterprises of the area, with one decimal. */
  share: z.nullable(z.number()),
  colors: colorCounts,
  /** Average completeness of the files (资料齐全率) in percent with one decimal; null without enterprises. */
  profileRate: z.nullable(z.number()),
  located: z.int(),
  lng: z.nullable(z.number()),
  lat: z.nullable(z.number()),
  /** Bounding box of the enterprises: west, south, east, north; null if there are none. */
  box: z.nullable(z.array(z.number())),
  href: z.string(),
});
export type RegionRow = z.output<typeof regionRow>;

export const regionRanking = z.object({
  /** Code of the area; empty for the whole country. */
  area: z.string(),
  name: z.string(),
  /** Larger areas that contain more enterprises, widest first. */
  above: z.array(z.object({ code: z.string(), name: z.string() })),
  rows: z.array(regionRow),
  /** Number of enterprises in all rows. */
  total: z.int(),
  unlocatedHref: z.string(),
  asOf: instant,
});
export type RegionRanking = z.output<typeof regionRanking>;

export const mapMode = z.enum(['region', 'cluster', 'point']);

export const mapView = z.object({
  mode: mapMode,
  total: z.int(),
  /** Number of enterprises with a position that match the filter; null if only the visible part was requested. */
  located: z.nullable(z.int()),
  /** Number of enterprises without a position that match the filter; null if only the visible part was requested. */
  unlocated: z.nullable(z.int()),
  /** Bubbles of regions or cells. */
  bubbles: z.array(
    z.object({
      /** Code of the region, or of the cell. */
      key: z.string(),
      /** Name of the region; empty for a cell. */
      name: z.string(),
      lng: z.number(),
      lat: z.number(),
      count: z.int(),
      colors: colorCounts,
    }),
  ),
  /** Single enterprises on the map, at most 2,000. */
  points: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      color: codeMapping(enterpriseColor),
      status: codeMapping(enterpriseStatus),
      lng: z.number(),
      lat: z.number(),
    }),
  ),
});
export type MapView = z.output<typeof mapView>;

export const mapSettings = z.object({
  /** URL template of the map tiles with {x}, {y} and {z}; null draws a plain background. */
  tiles: z.nullable(z.string()),
  datum: z.enum(['gcj02', 'wgs84', 'bd09']),
  attribution: z.string(),
});
export type MapSettings = z.output<typeof mapSettings>;
