import type { MapSettings, MapView } from '@anlan/contract/modules/enterprise/map';
import { dayOf } from '@anlan/contract/domain/instant';
import type { Scope } from '#kernel/scope.ts';
import type { Needs } from '../deps.ts';
import { narrowFilter, type ListFilter } from '../rules.ts';
import { rankRegions, supervised } from '../statistics/rules.ts';
import type { createEnterpriseStatistics } from '../statistics/service.ts';
import { withWordFound } from '../filter-store.ts';
import { boxOf, cellOf, gatheredUnder, nearZoom, pointsMost, rowsOf } from './rules.ts';
import * as store from './store.ts';

const longest = { readOnly: true, statementMs: 30_000, awaited: true };
const degrees = (micro: number | null) => Math.round(micro ?? 0) / 1e6;

/** Data of the enterprise map: regions at low zoom, then grid cells, then single enterprises. */
export function createEnterpriseMap(
  { db, clock, dictionaries, recent, map: settings }: Needs<'db' | 'clock' | 'dictionaries' | 'recent' | 'map'>,
  { regionSlices }: Pick<ReturnType<typeof createEnterpriseStatistics>, 'regionSlices'>,
) {
  async function regions(scope: Scope, filter: ListFilter, zoom: number, box: store.Box): Promise<MapView> {
    const { slices } = await regionSlices(scope, filter);
    const rows = rankRegions(slices, gatheredUnder(zoom), await dictionaries.regionPaths(), () => '');
    const located = rows.reduce((sum, row) => sum + row.located, 0);
    // Only enterprises with coordinates count, so that the bubbles add up to `located`.
    const bubbles = rows.flatMap(({ code: key, name, lng, lat, onMap: colors, located: count }) => {
      if (lng === null || lat === null) return [];
      const [x, y] = [lng * 1e6, lat * 1e6];
      const seen = x >= box.west && x <= box.east && y >= box.south && y <= box.north;
      return seen ? [{ key, name, lng, lat, count, colors }] : [];
    });
    return {
      mode: 'region',
      total: bubbles.reduce((sum, { count }) => sum + count, 0),
      located,
      unlocated: rows.reduce((sum, row) => sum + row.count, 0) - located,
      bubbles,
      points: [],
    };
  }

  async function near(scope: Scope, filter: ListFilter, zoom: number, box: store.Box): Promise<MapView> {
    const status = filter.status?.length ? filter.status : supervised;
    const lines = rowsOf(box);
    return db.scoped(
      scope,
      async (tx): Promise<MapView> => {
        const where = await withWordFound(tx, narrowFilter({ ...filter, status }, dayOf(clock.now())));
        const total = await store.countIn(tx, where, box, lines, pointsMost);
        const view = { located: null, unlocated: null, bubbles: [], points: [] };
        if (total > pointsMost) {
          const cells = await store.cellsIn(tx, where, box, lines, cellOf(zoom));
          const bubbles = cells.map(({ column, row, enterprises: count, x, y, ...colors }) => ({
            key: `${column} ${row}`,
            name: '',
            lng: degrees(x),
            lat: degrees(y),
            count,
            colors,
          }));
          return { ...view, mode: 'cluster', total: bubbles.reduce((sum, { count }) => sum + count, 0), bubbles };
        }
        const rows = await store.pointsIn(tx, where, box, lines, pointsMost);
        const points = rows.map(({ point_x, point_y, ...row }) => ({
          ...row,
          lng: degrees(point_x),
          lat: degrees(point_y),
        }));
        return { ...view, mode: 'point', total: points.length, points };
      },
      longest,
    );
  }

  return {
    map(scope: Scope, { bbox, zoom, ...filter }: ListFilter & { bbox: string; zoom: number }): Promise<MapView> {
      const box = boxOf(bbox);
      if (zoom < nearZoom) return regions(scope, filter, zoom, box);
      return recent.of(scope, 'enterprise.map', [box, cellOf(zoom), filter], () => near(scope, filter, zoom, box));
    },
    mapSettings: (_scope: Scope): Promise<MapSettings> => Promise.resolve(settings),
  };
}
