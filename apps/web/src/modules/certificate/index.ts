import type { ModulePage, References } from '#kit/modules.ts';

export const page: ModulePage = { component: 'certificate/list', heading: '人员证件', icon: 'card' };

export const references: References = {
  certificate: {
    link: { permit: 'bus:certificate:index', to: (id) => `/bus/certificate/index?id=${id}` },
  },
};
