// Every declared resource with its calls, in the order in which modules lean on one another.
import type { Fields, Filters, Resource } from './kit/resource.ts';
import type { Moves } from './kit/machine.ts';
import { stationCalls } from './modules/station/calls.ts';
import { station } from './modules/station/resource.ts';
import type { Calls } from './wire/dialect.ts';

/** Which permits a preset role has over a resource: to look, to keep it up, or to take its list along too. */
export type RolePermits = 'read' | 'write' | 'all';

/** A declared resource with the calls that serve it, its page and who may. */
export interface Declared {
  resource: Pick<
    Resource<string, Fields, string, Filters, Moves>,
    'name' | 'label' | 'title' | 'class' | 'permits' | 'removal' | 'table' | 'fields' | 'states'
  > & { sortable: readonly string[] };
  calls: Calls;
  /** Its entry in the menu; the page stands at /bus/<name>/index. */
  menu: { under: string; name: string; pinyin: string; icon: string; component: string };
  /** What the preset roles of these kinds of people may. */
  roles: { regulator?: RolePermits; enterprise?: RolePermits };
}

/** What modules tell of, with what is told; ids stand in lists. */
export interface Events {
  /** Enterprises are about to be removed. */
  'enterprise.removing': { ids: readonly string[] };
}

/** Every declared resource; the conformance suite runs over each. */
export const declared: readonly Declared[] = [
  {
    resource: station,
    calls: stationCalls,
    menu: {
      under: '企业',
      name: '站点管理',
      pinyin: 'zdgl zhandianguanli',
      icon: 'place',
      component: 'station/list',
    },
    roles: { regulator: 'all', enterprise: 'write' },
  },
];

/** Address of a declared resource's page. */
export const pagePath = ({ resource }: Pick<Declared, 'resource'>): string => `/bus/${resource.name}/index`;
