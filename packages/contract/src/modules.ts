// What all modules declare, put together from all-modules.ts.
import * as all from './all-modules.ts';
import type { Declared, Duty, MenuEntry, ModuleLists } from './kit/module.ts';

const modules: readonly ModuleLists[] = Object.values(all);

/** Every declared resource; the conformance suite runs over each. */
export const declared: readonly Declared[] = modules.flatMap(({ resources = [] }) => resources);

/** Permits of preset roles by duty. */
export const duties: readonly Duty[] = modules.flatMap((one) => one.duties ?? []);

/** Address of a declared resource's page. */
export const pagePath = ({ resource, menu }: Pick<Declared, 'resource' | 'menu'>): string =>
  menu?.path ?? `/bus/${resource.name}/index`;

/** Every page in the menu, those of declared resources with the permission to see their list. */
export const menuPages: readonly MenuEntry[] = modules
  .flatMap(({ menu = [], resources = [] }) => [
    ...menu,
    ...resources.flatMap((one) =>
      one.menu
        ? [{ ...one.menu, path: pagePath(one), permission: `${one.resource.permits}:index` as MenuEntry['permission'] }]
        : [],
    ),
  ])
  .sort((one, other) => one.sort - other.sort);

/** Paths of pages that no menu entry opens. */
export const otherScreens: readonly string[] = modules.flatMap(({ screens = [] }) => screens);
