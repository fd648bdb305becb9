import type { ModulePage, References } from '#kit/modules.ts';

export const page: ModulePage = { component: 'trainingPlan/list', heading: '培训计划', icon: 'calendar' };
export const references: References = {
  trainingPlan: {
    pick: { status: ['published', 'running'] },
    link: { permit: 'bus:studyplan:index', to: (id) => `/bus/alearning/plan?open=${id}` },
  },
};
