import type { ModulePage, References } from '#kit/modules.ts';

export const page: ModulePage = { component: 'accident/list', heading: '事故', icon: 'alert' };

export const references: References = {
  accident: { link: { permit: 'bus:accident:index', to: (id) => `/bus/accident/index?id=${id}` } },
};
