import type { Region } from '@anlan/contract/modules/dictionary/dictionary';
import { regionAncestors } from '@anlan/contract/domain/region-code';

export interface RegionOption {
  value: string;
  label: string;
  isLeaf?: boolean;
  children?: RegionOption[];
}

export const pathOf = (code: string): string[] => [...regionAncestors(code), code];

/** Builds the options of the region select from the levels loaded so far. The key '' holds the provinces. */
export function loadedOptions(loaded: ReadonlyMap<string, readonly Region[] | undefined>, parent = ''): RegionOption[] {
  return (loaded.get(parent) ?? []).map(({ code, name, leaf }) => {
    const children = loaded.has(code) ? loadedOptions(loaded, code) : [];
    return {
      value: code,
      label: name,
      isLeaf: leaf && children.length === 0,
      ...(children.length > 0 ? { children } : {}),
    };
  });
}

export function foundOptions(regions: readonly Region[]): RegionOption[] {
  const top: RegionOption[] = [];
  for (const { code, path } of regions) {
    const codes = pathOf(code);
    const names = path.split(' / ').slice(-codes.length);
    let level = top;
    for (const [at, value] of codes.entries()) {
      let option = level.find((each) => each.value === value);
      if (!option) level.push((option = { value, label: names[at] ?? value }));
      if (at < codes.length - 1) level = option.children ??= [];
    }
  }
  return top;
}

export function byDivision(streets: readonly Region[]): ReadonlyMap<string, Region[]> {
  const byCode = new Map<string, Region[]>();
  for (const street of streets) {
    const division = street.code.slice(0, 6);
    byCode.set(division, [...(byCode.get(division) ?? []), street]);
  }
  return byCode;
}
