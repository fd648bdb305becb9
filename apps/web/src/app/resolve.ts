import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import type { Permit } from '@anlan/contract/permits';
import { cleanText } from '@anlan/contract/domain/fields';
import { matchPath } from 'react-router';
import { entryAt, isForeign, trailTo } from './menu-rules.ts';
import { insidePages } from './registry.ts';
import { placeOf } from './tabs/rules.ts';

export interface Destination {
  label: string;
  component: string;
  params: Record<string, string>;
  icon: string | null;
  /** Paths of other pages that belong to the same menu entry. */
  group: readonly string[];
  /** Whether the page has one tab, whatever its query. True for menu entries; false for records and external pages. */
  single?: boolean;
  /** Permit that a person needs for a page without a menu entry. */
  permit?: Permit | undefined;
}

export const trailOf = (menu: readonly MenuEntry[], place: string): MenuEntry[] =>
  trailTo(menu, insidePages.find(({ path }) => path === place)?.under ?? place);

const nameMax = 20;
const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : null);

export function destinationOf(menu: readonly MenuEntry[], path: string, search = ''): Destination | null {
  const entry = entryAt(menu, path);
  if (entry && !isForeign(entry)) {
    const { label, component, icon, group } = entry;
    return { label, component: component ?? '', params: {}, icon, group, single: true };
  }
  for (const page of insidePages) {
    const match = matchPath(page.path, path);
    if (match === null) continue;
    const place = placeOf({ value: path, query: search });
    const above = trailOf(menu, place).at(-1);
    const framed = place === path ? null : (above?.label ?? new URLSearchParams(search).get('name') ?? hostOf(place));
    const params = Object.entries(match.params).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    return {
      label: cleanText(framed ?? '').slice(0, nameMax) || page.label,
      component: page.component,
      permit: page.permit,
      params: Object.fromEntries(params),
      icon: above?.icon ?? null,
      group: above?.group ?? [],
    };
  }
  return null;
}
