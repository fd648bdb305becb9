import type { ModulePage, References } from '#kit/modules.ts';

/** The list of major hazard sources, as the menu knows it. */
export const page: ModulePage = { component: 'hazardSource/list', heading: '重大危险源', icon: 'alert' };

/** The way to a source, where its assessment is told of. */
export const references: References = {
  hazardSource: { link: { permit: 'bus:hazardsource:index', to: (id) => `/bus/hazardSource/index?id=${id}` } },
};
