import type { RegionRow } from '@anlan/contract/modules/enterprise/map';
import type { ColorCounts } from '@anlan/contract/modules/enterprise/statistics';
import {
  enterpriseColor,
  enterpriseStatus,
  type EnterpriseColor,
  type EnterpriseStatus,
} from '@anlan/contract/modules/enterprise/codes';
import { addressOf, type ListFilter as AddressFilter } from '@anlan/contract/kit/measure';
import { shareOf } from '@anlan/contract/domain/number-text';
import { regionAncestors } from '@anlan/contract/domain/region-code';
import type { ListFilter } from '../rules.ts';
import type { RegionSlice } from './store.ts';

/** States of supervised enterprises (S in the definitions of figures). */
export const supervised: EnterpriseStatus[] = ['active', 'suspended'];
export const colors: readonly EnterpriseColor[] = ['red', 'orange', 'yellow', 'blue', 'unrated'];

export const colorNames: Readonly<Record<EnterpriseColor, string>> = {
  red: '红',
  orange: '橙',
  yellow: '黄',
  blue: '蓝',
  unrated: '未评',
};

export const noColors = (): ColorCounts => ({ red: 0, orange: 0, yellow: 0, blue: 0, unrated: 0 });

export const monthBegins = (day: string): string => `${day.slice(0, 7)}-01`;
export function addMonths(month: string, count: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}
/** The same day of the month before. The last day of that month if it is shorter. */
export function sameDayBefore(day: string): string {
  const month = addMonths(day, -1);
  const last = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, 0)).getUTCDate();
  return `${month}-${String(Math.min(last, Number(day.slice(8)))).padStart(2, '0')}`;
}

export const listHref = (filter: AddressFilter): string => addressOf('/bus/enterprise/index', filter);

export function hrefWords({ status, color, expiring, perfect, signedIn, located, scored, ...filter }: ListFilter) {
  const textOf = (value: boolean | number | undefined) => (value === undefined ? undefined : String(value));
  return {
    ...filter,
    status: status?.map((one) => enterpriseStatus[one]),
    color: color?.map((one) => enterpriseColor[one]),
    expiring: textOf(expiring),
    perfect: textOf(perfect),
    signedIn: textOf(signedIn),
    located: textOf(located),
    scored: textOf(scored),
  };
}

/** Common prefix of all codes of an area; empty for the whole country. */
export const areaPrefix = (code: string): string => (code.length < 6 ? code : code.replace(/(00){1,2}$/, ''));
export const areaCode = (prefix: string): string => (prefix === '' ? '' : prefix.padEnd(6, '0'));

/** The division directly below an area that contains the code. Codes that only group divisions are skipped. */
export function childOf(code: string, prefix: string, regionNames: ReadonlyMap<string, string>): string {
  if (prefix.length < 2) return `${code.slice(0, 2)}0000`;
  if (prefix.length >= 4) return code;
  const city = `${code.slice(0, 4)}00`;
  return regionNames.has(city) ? city : code;
}

/** Whether rows with this code belong to the area itself, and to none of its divisions. */
export const isOwnLevel = (code: string, prefix: string): boolean =>
  prefix.length >= 2 && prefix.length < 6 && code === areaCode(prefix);

/** The smallest area that contains all codes; not smaller than a city. */
export function commonArea(codes: readonly string[]): string {
  const [first] = codes;
  if (first === undefined) return '';
  return [first.slice(0, 4), first.slice(0, 2)].find((prefix) => codes.every((code) => code.startsWith(prefix))) ?? '';
}

export const regionName = (code: string, paths: ReadonlyMap<string, string>): string =>
  paths.get(code)?.split(' / ').at(-1) ?? code;

/** The areas above, widest first, with their names. */
export const areasAbove = (code: string, paths: ReadonlyMap<string, string>): string[] =>
  code === '' ? [] : ['', ...regionAncestors(code).filter((one) => paths.has(one))];

const degrees = (micro: number) => Math.round(micro) / 1e6;

/** A region in the ranking. `onMap`: number of enterprises with coordinates, by colour. */
type RankedRegion = RegionRow & { onMap: ColorCounts };

/** Rows of regions one level below an area, worst first. */
export function rankRegions(
  slices: readonly RegionSlice[],
  prefix: string,
  paths: ReadonlyMap<string, string>,
  hrefOf: (region: { regionCode: string } | { regionOnly: string }) => string,
): RankedRegion[] {
  const groups = new Map<string, RegionSlice[]>();
  for (const slice of slices) {
    const code = childOf(slice.region_code, prefix, paths);
    groups.set(code, [...(groups.get(code) ?? []), slice]);
  }
  const all = slices.reduce((sum, { enterprises }) => sum + enterprises, 0);
  const rows = [...groups].map(([code, group]): RankedRegion => {
    const sum = (of: (slice: RegionSlice) => number | null) =>
      group.reduce((total, slice) => total + (of(slice) ?? 0), 0);
    const counts = noColors();
    const onMap = noColors();
    for (const slice of group) {
      counts[slice.color] += slice.enterprises;
      onMap[slice.color] += slice.located;
    }
    const [count, located] = [sum(({ enterprises }) => enterprises), sum((slice) => slice.located)];
    const bound = (of: (slice: RegionSlice) => number | null, pick: (...all: number[]) => number) =>
      degrees(pick(...group.flatMap((slice) => of(slice) ?? [])));
    const own = isOwnLevel(code, prefix);
    return {
      code,
      name: own ? `${regionName(code, paths)}（本级）` : regionName(code, paths),
      opens: code.endsWith('00') && !own,
      count,
      share: shareOf(count, all),
      colors: counts,
      profileRate: count === 0 ? null : Math.round((10 * sum(({ rates }) => rates)) / count) / 10,
      located,
      onMap,
      lng: located === 0 ? null : degrees(sum((slice) => slice.sum_x) / located),
      lat: located === 0 ? null : degrees(sum((slice) => slice.sum_y) / located),
      box:
        located === 0
          ? null
          : [
              bound(({ west }) => west, Math.min),
              bound(({ south }) => south, Math.min),
              bound(({ east }) => east, Math.max),
              bound(({ north }) => north, Math.max),
            ],
      href: hrefOf(own ? { regionOnly: code } : { regionCode: code }),
    };
  });
  const badness = ({ colors: of, count }: RegionRow) => (1000 * of.red + of.orange) / count;
  return rows.sort((one, other) => badness(other) - badness(one) || other.count - one.count);
}
