import type { Region } from '@anlan/contract/modules/dictionary/dictionary';
import { regionAncestors } from '@anlan/contract/domain/region-code';

/** A division in a cascade. */
export interface RegionOption {
  value: string;
  label: string;
  isLeaf?: boolean;
  children?: RegionOption[];
}

/** The codes from the province down to a division. */
export const pathOf = (code: string): string[] => [...regionAncestors(code), code];

/** The cascade as far as its levels have been fetched; '' holds the provinces. */
export function loadedOptions(known: ReadonlyMap<string, readonly Region[] | undefined>, parent = ''): RegionOption[] {
  return (known.get(parent) ?? []).map(({ code, name, leaf }) => {
    const children = known.has(code) ? loadedOptions(known, code) : [];
    return {
      value: code,
      label: name,
      isLeaf: leaf && children.length === 0,
      ...(children.length > 0 ? { children } : {}),
    };
  });
}

/** The divisions that a search found, each under the divisions around it. */
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

/** Streets under the divisions that they lie in. */
export function byDivision(streets: readonly Region[]): ReadonlyMap<string, Region[]> {
  const found = new Map<string, Region[]>();
  for (const street of streets) {
    const division = street.code.slice(0, 6);
    found.set(division, [...(found.get(division) ?? []), street]);
  }
  return found;
}
