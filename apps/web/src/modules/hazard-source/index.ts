import type { ModulePage, References } from '#kit/modules.ts';

export const page: ModulePage = { component: 'hazardSource/list', heading: '重大危险源', icon: 'alert' };

export const references: References = {
  hazardSource: { link: { permit: 'bus:hazardsource:index', to: (id) => `/bus/hazardSource/index?id=${id}` } },
};
