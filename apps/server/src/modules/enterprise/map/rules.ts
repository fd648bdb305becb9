import { invalid } from '#kernel/errors.ts';
import type { Box } from './store.ts';

export const pointsMost = 2_000;
/** From this zoom level on, the map shows enterprises instead of regions. */
export const nearZoom = 12;

const highestZoom = 20;
const micro = 1_000_000;

/** Parses `west,south,east,north` into millionths of a degree. */
export function boxOf(text: string): Box {
  const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number);
  if (west > east || south > north || Math.max(-west, east) > 360 || Math.max(-south, north) > 90)
    throw invalid({ field: 'bbox', msg: '地图范围不正确' });
  const round = (degrees: number) => Math.round(degrees * micro);
  return { west: round(west), south: round(south), east: round(east), north: round(north) };
}

/** Code suffix by which regions are grouped at a zoom level: country, province or city. */
export const gatheredUnder = (zoom: number): string => (zoom <= 6 ? '' : zoom <= 8 ? '00' : '0000');

/** Edge length of a map cell, about 72 pixels, in millionths of a degree. */
export const cellOf = (zoom: number): number =>
  Math.max(20, Math.round((72 * 360 * micro) / (256 * 2 ** Math.min(Math.max(zoom, 0), highestZoom))));

/** Indexes of the latitude rows (0.01° each) that the view covers. Null if there are too many. */
export function rowsOf({ south, north }: Box): number[] | null {
  const [first, last] = [Math.floor(south / 10_000), Math.floor(north / 10_000)];
  return last - first > 200 ? null : Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
