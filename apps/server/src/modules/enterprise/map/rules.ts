import { invalid } from '#kernel/errors.ts';
import type { Box } from './store.ts';

/** Points that are drawn one by one at most. */
export const pointsMost = 2_000;
/** From this level on enterprises are drawn, not their regions. */
export const nearZoom = 12;

const highestZoom = 20;
const micro = 1_000_000;

/** The view of `west,south,east,north` in millionths of a degree. */
export function boxOf(text: string): Box {
  const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number);
  if (west > east || south > north || Math.max(-west, east) > 360 || Math.max(-south, north) > 90)
    throw invalid({ field: 'bbox', msg: '地图范围不正确' });
  const round = (degrees: number) => Math.round(degrees * micro);
  return { west: round(west), south: round(south), east: round(east), north: round(north) };
}

/** How long the digits are that regions are gathered under at a level: the country, a province, a city. */
export const gatheredUnder = (zoom: number): string => (zoom <= 6 ? '' : zoom <= 8 ? '00' : '0000');

/** Edge of a cell that is about 72 pixels wide at a level. */
export const cellOf = (zoom: number): number =>
  Math.max(20, Math.round((72 * 360 * micro) / (256 * 2 ** Math.min(Math.max(zoom, 0), highestZoom))));

/** The hundredths of a degree that a view reaches over, or null where there are too many to name. */
export function rowsOf({ south, north }: Box): number[] | null {
  const [first, last] = [Math.floor(south / 10_000), Math.floor(north / 10_000)];
  return last - first > 200 ? null : Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
