import { useHasPermit } from '#lib/current-user.ts';
import type { FoundRecord, FoundRecords } from '#lib/record-search.ts';
import type { Place } from './places.ts';

export interface Kind {
  key: string;
  /**
   * The module whose data this kind shows. It is part of the query key, so a write of that module makes these results
   * stale.
   */
  of: string;
  title: string;
  icon: 'building' | 'user';
  find: (keyword: string, signal: AbortSignal) => Promise<FoundRecords>;
  one: (row: FoundRecord) => string;
  all: (keyword: string) => string;
}

const finders = () => import('#lib/record-search.ts');
const listed = (path: string) => (keyword: string) => `${path}?${new URLSearchParams({ keyword }).toString()}`;

const enterprises: Kind = {
  key: 'enterprise',
  of: 'enterprise',
  title: '企业',
  icon: 'building',
  find: async (keyword, signal) => (await finders()).findEnterprises(keyword, signal),
  one: ({ id }) => `/bus/enterprise/dossier?id=${id}`,
  all: listed('/bus/enterprise/index'),
};
const people = (path: string, staff: boolean): Kind => ({
  key: staff ? 'staff' : 'user',
  of: 'user-admin',
  title: staff ? '企业员工' : '人员',
  icon: 'user',
  find: async (keyword, signal) => (await finders()).findUsers(keyword, staff, signal),
  one: ({ account }) => listed(path)(account),
  all: listed(path),
});

const employees: Kind = {
  key: 'employee',
  of: 'employee',
  title: '从业人员',
  icon: 'user',
  find: async (keyword, signal) => (await finders()).findEmployees(keyword, signal),
  one: ({ account }) => listed('/bus/emp/index')(account),
  all: listed('/bus/emp/index'),
};

/** The record kinds that the user can search: the list of each kind is in the user's menu. */
export function useKinds(places: readonly Place[]): Kind[] {
  const has = (path: string) => places.some(({ to }) => to.split('?')[0] === path);
  const sees = {
    enterprise: useHasPermit('bus:enterprise:index'),
    employee: useHasPermit('bus:emp:index'),
    user: useHasPermit('sys:user:index'),
  };
  return [
    ...(sees.enterprise && has('/bus/enterprise/index') ? [enterprises] : []),
    ...(sees.employee && has('/bus/emp/index') ? [employees] : []),
    ...(sees.user && has('/upms/user/index') ? [people('/upms/user/index', false)] : []),
    ...(sees.user && has('/upms/user/entuser') ? [people('/upms/user/entuser', true)] : []),
  ];
}

/** What a search finds: pages and the kinds of records that the user can search. */
export function searchedNames(kinds: readonly Pick<Kind, 'icon'>[]): string[] {
  const has = (icon: Kind['icon']) => kinds.some((kind) => kind.icon === icon);
  return ['菜单', ...(has('building') ? ['企业'] : []), ...(has('user') ? ['人员'] : [])];
}
export const searchLabel = (kinds: readonly Pick<Kind, 'icon'>[], ...more: string[]): string =>
  `搜索${[...searchedNames(kinds), ...more].join('、')}`;
