import * as z from 'zod/mini';
import { enterpriseColor, enterpriseStatus } from './codes.ts';
import { colorCounts } from './statistics.ts';
import { coded, instant } from '../../domain/fields.ts';

/** One row of a ranking: a region with what its enterprises are like. */
export const regionRow = z.object({
  /** Code of the region. */
  code: z.string(),
  /** Its name. */
  name: z.string(),
  /** Whether regions with enterprises lie below it. */
  opens: z.boolean(),
  /** How many enterprises. */
  count: z.int(),
  /** Share of all enterprises of the area, per cent with one decimal. */
  share: z.nullable(z.number()),
  /** By colour. */
  colors: colorCounts,
  /** Average 资料齐全率 in whole per cent; null without enterprises. */
  profileRate: z.nullable(z.int()),
  /** How many of them have a point on the map. */
  located: z.int(),
  /** Mean longitude of these (GCJ-02), or null. */
  lng: z.nullable(z.number()),
  /** Mean latitude of these (GCJ-02), or null. */
  lat: z.nullable(z.number()),
  /** The box around them: west, south, east, north; null without any. */
  box: z.nullable(z.array(z.number())),
  /** The list of just these. */
  href: z.string(),
});
/** One row of a ranking by region. */
export type RegionRow = z.output<typeof regionRow>;

/** Regions one level below an area, worst first. */
export const regionRanking = z.object({
  /** Code of the area that is ranked; empty for the whole country. */
  area: z.string(),
  /** Its name. */
  name: z.string(),
  /** The areas around it that hold more than it does, widest first. */
  above: z.array(
    z.object({ /** Code; empty for the whole country. */ code: z.string(), /** Name. */ name: z.string() }),
  ),
  /** The regions. */
  rows: z.array(regionRow),
  /** The list of those without a point on the map. */
  unlocatedHref: z.string(),
  /** When it was counted. */
  asOf: instant,
});
/** Regions one level below an area. */
export type RegionRanking = z.output<typeof regionRanking>;

/** How a map sums up what is in view. */
export const mapMode = z.enum(['region', 'cluster', 'point']);

/** GET /bus/enterprise/map: what there is to draw in a view. */
export const mapView = z.object({
  /** Regions, cells of a grid, or the enterprises themselves. */
  mode: mapMode,
  /** Enterprises in view. */
  total: z.int(),
  /** Enterprises of the filter that have a point, in view or not; null where only the view was asked for. */
  located: z.nullable(z.int()),
  /** Enterprises of the filter without a point; null where only the view was asked for. */
  unlocated: z.nullable(z.int()),
  /** Bubbles of regions or cells. */
  bubbles: z.array(
    z.object({
      /** Code of the region, or of the cell. */
      key: z.string(),
      /** Name of the region; empty for a cell. */
      name: z.string(),
      /** Longitude (GCJ-02). */
      lng: z.number(),
      /** Latitude (GCJ-02). */
      lat: z.number(),
      /** How many enterprises have a point there. */
      count: z.int(),
      /** These by colour. */
      colors: colorCounts,
    }),
  ),
  /** Enterprises, 2,000 at most. */
  points: z.array(
    z.object({
      /** Id of the enterprise. */
      id: z.string(),
      /** Its name. */
      name: z.string(),
      /** 企业四色 */
      color: coded(enterpriseColor),
      /** 企业状态 */
      status: coded(enterpriseStatus),
      /** Longitude (GCJ-02). */
      lng: z.number(),
      /** Latitude (GCJ-02). */
      lat: z.number(),
    }),
  ),
});
/** What there is to draw in a view of the map. */
export type MapView = z.output<typeof mapView>;

/** What the map is drawn on. */
export const mapSettings = z.object({
  /** Address of a tile with {x}, {y} and {z}; null draws a plain ground. */
  tiles: z.nullable(z.string()),
  /** Datum of the tiles. */
  datum: z.enum(['gcj02', 'wgs84', 'bd09']),
  /** Whose tiles they are; shown on the map. */
  attribution: z.string(),
});
/** What the map is drawn on. */
export type MapSettings = z.output<typeof mapSettings>;
