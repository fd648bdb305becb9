import type { ModulePage, References } from '#kit/modules.ts';

/** The page of training plans, as the menu knows it. */
export const page: ModulePage = { component: 'trainingPlan/list', heading: '培训计划', icon: 'calendar' };
/** How other rows point at a plan. */
export const references: References = {
  trainingPlan: {
    pick: { status: ['published', 'running'] },
    link: { permit: 'bus:studyplan:index', to: (id) => `/bus/alearning/plan?open=${id}` },
  },
};
