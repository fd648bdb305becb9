import type { RegionRow } from '@anlan/contract/modules/enterprise/map';
import type { ColorCounts, Figure } from '@anlan/contract/modules/enterprise/statistics';
import {
  enterpriseColor,
  enterpriseStatus,
  type EnterpriseColor,
  type EnterpriseStatus,
} from '@anlan/contract/modules/enterprise/codes';
import { regionAncestors } from '@anlan/contract/domain/region-code';
import type { ListFilter } from '../rules.ts';
import type { RegionSlice } from './store.ts';

/** S: enterprises that are supervised, at work or stopped for a while (domain.md §2.12). */
export const supervised: EnterpriseStatus[] = ['active', 'suspended'];
/** Colours, worst first. */
export const colors: readonly EnterpriseColor[] = ['red', 'orange', 'yellow', 'blue', 'unrated'];

/** Colours as people call them. */
export const colorNames: Readonly<Record<EnterpriseColor, string>> = {
  red: '红',
  orange: '橙',
  yellow: '黄',
  blue: '蓝',
  unrated: '未评',
};

/** No enterprise of any colour. */
export const noColors = (): ColorCounts => ({ red: 0, orange: 0, yellow: 0, blue: 0, unrated: 0 });

/** A share in per cent with one decimal; null where there is nothing to divide by. */
const shareOf = (numerator: number, denominator: number): number | null =>
  denominator === 0 ? null : Math.round((1000 * numerator) / denominator) / 10;

/** The first day of a day's month. */
export const monthBegins = (day: string): string => `${day.slice(0, 7)}-01`;
/** A month so many months away. */
export function addMonths(month: string, count: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}
/** The same day of the month before, or its last day where it is shorter. */
export function sameDayBefore(day: string): string {
  const month = addMonths(day, -1);
  const last = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, 0)).getUTCDate();
  return `${month}-${String(Math.min(last, Number(day.slice(8)))).padStart(2, '0')}`;
}

/** The list with a filter, in the words of its address. */
export function listHref(filter: Readonly<Record<string, string | readonly string[] | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) query.append(name, one);
  const text = query.toString();
  return text === '' ? '/bus/enterprise/index' : `/bus/enterprise/index?${text}`;
}
/** States as the address has them. */
export const statusWords = (states: readonly EnterpriseStatus[]) => states.map((state) => enterpriseStatus[state]);
/** A colour as the address has it. */
export const colorWord = (color: EnterpriseColor): string => enterpriseColor[color];

/** A filter in the words of the list's address. */
export function hrefWords({ status, color, expiring, perfect, signedIn, located, ...filter }: ListFilter) {
  const given = (value: boolean | number | undefined) => (value === undefined ? undefined : String(value));
  return {
    ...filter,
    status: statusWords(status ?? []),
    color: color?.map(colorWord),
    expiring: given(expiring),
    perfect: given(perfect),
    signedIn: given(signedIn),
    located: given(located),
  };
}

/** A figure of a moment. */
export interface Stated {
  asOf: Date;
  from?: string | null;
  to?: string | null;
  href?: string | null;
}
/** A plain count. */
export const countFigure = (numerator: number, { asOf, from = null, to = null, href = null }: Stated): Figure => ({
  value: numerator,
  numerator,
  denominator: null,
  from,
  to,
  asOf,
  href,
});
/** A share. */
export const shareFigure = (numerator: number, denominator: number, stated: Stated): Figure => ({
  ...countFigure(numerator, stated),
  value: shareOf(numerator, denominator),
  denominator,
});

/** The digits that every code of an area begins with; an empty text is the whole country. */
export const areaPrefix = (code: string): string => (code.length < 6 ? code : code.replace(/(00){1,2}$/, ''));
/** The full code of an area. */
export const areaCode = (prefix: string): string => (prefix === '' ? '' : prefix.padEnd(6, '0'));

/** The division that a code belongs to one level below an area; headings that are none of their own are left out. */
export function childOf(code: string, prefix: string, known: ReadonlyMap<string, string>): string {
  if (prefix.length < 2) return `${code.slice(0, 2)}0000`;
  if (prefix.length >= 4) return code;
  const city = `${code.slice(0, 4)}00`;
  return known.has(city) ? city : code;
}

/** The smallest area that all these codes lie in, never smaller than a city. */
export function commonArea(codes: readonly string[]): string {
  const [first] = codes;
  if (first === undefined) return '';
  return [first.slice(0, 4), first.slice(0, 2)].find((prefix) => codes.every((code) => code.startsWith(prefix))) ?? '';
}

/** The last name of a division's path. */
export const regionName = (code: string, paths: ReadonlyMap<string, string>): string =>
  paths.get(code)?.split(' / ').at(-1) ?? code;

/** Areas around one, widest first, as far as they have a name. */
export const areasAbove = (code: string, paths: ReadonlyMap<string, string>): string[] =>
  code === '' ? [] : ['', ...regionAncestors(code).filter((one) => paths.has(one))];

const degrees = (micro: number) => Math.round(micro) / 1e6;

/** A row of a ranking, with the colours of those that have a point on the map. */
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
    // What stands at the area itself lies in none of its regions.
    const own = prefix.length >= 2 && code === areaCode(prefix) && prefix.length < 6;
    return {
      code,
      name: own ? `${regionName(code, paths)}（本级）` : regionName(code, paths),
      opens: code.endsWith('00') && !own,
      count,
      share: shareOf(count, all),
      colors: counts,
      profileRate: count === 0 ? null : Math.round(sum(({ rates }) => rates) / count),
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
