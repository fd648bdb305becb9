import type { ModulePage, References } from '#kit/modules.ts';

/** The list of accidents, as the menu knows it. */
export const page: ModulePage = { component: 'accident/list', heading: '事故', icon: 'alert' };

/** The way to an accident, where a to-do tells of it. */
export const references: References = {
  accident: { link: { permit: 'bus:accident:index', to: (id) => `/bus/accident/index?id=${id}` } },
};
