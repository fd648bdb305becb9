import type { RedDot } from '@anlan/contract/domain/red-dot';
import type { UserType } from '@anlan/contract/modules/session/session';
import { isPermit, permitLabels } from '@anlan/contract/labels';
import type { Permit } from '@anlan/contract/permits';

export interface SeedRole {
  name: string;
  description?: string;
  userType: UserType;
  permits: Permit[];
}

export interface SeedEntry {
  name: string;
  /** Pinyin of the name: initials, a space, then the full pinyin. */
  pinyin: string;
  icon: string;
  path?: string;
  component?: string;
  permission?: Permit;
  /** Other permit prefixes (`module:thing`) whose buttons are listed under this page. */
  stems?: readonly string[];
  userTypes?: readonly UserType[];
  group?: readonly string[];
  redDot?: RedDot;
  children?: readonly SeedEntry[];
}

export interface SeedValues {
  name: string;
  path: string;
  component: string | null;
  icon: string | null;
  type: '0' | '1';
  permission: Permit | null;
  sort: number;
  page_group: string[];
  pinyin: string;
  user_types: string[];
  red_dot: RedDot | null;
  parent: string | null;
}

/** A row of the preset menu that a release contains. `key` identifies the row and is the same in every release. */
export interface SeedRow extends SeedValues {
  key: string;
}

const stemOf = (permit: string) => permit.slice(0, permit.lastIndexOf(':'));
const restKey = 'rest';

function button(permit: Permit, parent: string, isOwn: boolean, sort: number): SeedRow {
  const [, ...verb] = permitLabels[permit].split('-');
  return {
    key: `permit:${permit}`,
    // A button below its own page is labelled by the verb only.
    name: isOwn ? verb.join('-') : permitLabels[permit],
    path: '',
    component: null,
    icon: null,
    type: '1',
    permission: permit,
    sort,
    page_group: [],
    pinyin: '',
    user_types: [],
    red_dot: null,
    parent,
  };
}

export function entriesOf(menu: readonly SeedEntry[]): SeedRow[] {
  const rows: SeedRow[] = [];
  const homes = new Map<string, { key: string; isOwn: boolean }>();
  const add = (entries: readonly SeedEntry[], parent: string | null, above: string) =>
    entries.forEach((entry, index) => {
      const path = entry.path ?? '';
      const key = path === '' ? `group:${above}${entry.name}` : `page:${path}`;
      rows.push({
        key,
        name: entry.name,
        path,
        component: entry.component ?? null,
        icon: entry.icon,
        type: '0',
        permission: entry.permission ?? null,
        sort: (index + 1) * 10,
        page_group: [...(entry.group ?? [])],
        pinyin: entry.pinyin,
        user_types: [...(entry.userTypes ?? [])],
        red_dot: entry.redDot ?? null,
        parent,
      });
      // A page that shows only the user's own rows has no list buttons.
      const stem = entry.permission && !entry.permission.endsWith(':own') ? stemOf(entry.permission) : undefined;
      if (stem !== undefined && !homes.has(stem)) homes.set(stem, { key, isOwn: true });
      for (const other of entry.stems ?? []) homes.set(other, { key, isOwn: false });
      add(entry.children ?? [], key, `${above}${entry.name}/`);
    });
  add(menu, null, '');
  const all = Object.keys(permitLabels).filter(isPermit);
  const rest = all.filter((permit) => !homes.has(stemOf(permit)));
  // A heading without pages is hidden in the menu, but its buttons can be granted.
  if (rest.length > 0)
    rows.push({
      ...button('sys:openapi:get', '', false, 9_990),
      key: restKey,
      name: '其他',
      type: '0',
      permission: null,
      parent: null,
    });
  all.forEach((permit, index) => {
    const { key, isOwn } = homes.get(stemOf(permit)) ?? { key: restKey, isOwn: false };
    rows.push(button(permit, key, isOwn, index + 1));
  });
  return rows;
}
