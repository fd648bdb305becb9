import type { ModulePage, References } from '#kit/modules.ts';

export const page: ModulePage = { component: 'emergencyPlan/list', heading: '应急预案', icon: 'file' };

export const references: References = {
  emergencyPlan: { link: { permit: 'bus:emergencyplan:index', to: (id) => `/bus/emergencyPlan/index?id=${id}` } },
};
