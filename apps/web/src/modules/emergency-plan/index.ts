import type { ModulePage, References } from '#kit/modules.ts';

/** The list of emergency plans, as the menu knows it. */
export const page: ModulePage = { component: 'emergencyPlan/list', heading: '应急预案', icon: 'file' };

/** The way to a plan, where its dates are told of. */
export const references: References = {
  emergencyPlan: { link: { permit: 'bus:emergencyplan:index', to: (id) => `/bus/emergencyPlan/index?id=${id}` } },
};
