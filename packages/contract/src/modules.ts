// Combines the declarations of all modules from all-modules.ts.
import * as all from './all-modules.ts';
import type { AnyListing } from './kit/listing.ts';
import type { Measure } from './kit/measure.ts';
import type { Declared, Duty, MenuEntry, ModuleLists } from './kit/module.ts';

const modules: readonly ModuleLists[] = Object.values(all);

/** All declared resources. The conformance suite checks each of them. */
export const declaredResources: readonly Declared[] = modules.flatMap(({ resources = [] }) => resources);

export const declaredListings: readonly AnyListing[] = modules.flatMap(({ listings = [] }) => listings);

export const duties: readonly Duty[] = modules.flatMap((one) => one.duties ?? []);

/** All declared numbers that people see. The suite of measures checks each of them. */
export const measures: readonly Measure[] = modules.flatMap((one) => one.measures ?? []);

export const pagePath = ({ resource, menu }: Pick<Declared, 'resource' | 'menu'>): string =>
  menu?.path ?? `/bus/${resource.name}/index`;

/** All pages of the menu. A page of a declared resource requires the permit to see its list. */
export const menuPages: readonly MenuEntry[] = modules
  .flatMap(({ menu = [], resources = [] }) => [
    ...menu,
    ...resources.flatMap((one) =>
      one.menu
        ? [
            {
              component: `${one.resource.name}/list`,
              ...one.menu,
              path: pagePath(one),
              permission: `${one.resource.permits}:index` as MenuEntry['permission'],
            },
          ]
        : [],
    ),
  ])
  .sort((one, other) => one.sort - other.sort);

export const otherScreens: readonly string[] = modules.flatMap(({ screens = [] }) => screens);
