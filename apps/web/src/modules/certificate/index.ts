import type { ModulePage, References } from '#kit/modules.ts';

/** The list of certificates, as the menu knows it. */
export const page: ModulePage = { component: 'certificate/list', heading: '人员证件', icon: 'card' };

/** The way to a certificate, where its date is told of. */
export const references: References = {
  certificate: {
    link: { permit: 'bus:certificate:index', to: (id) => `/bus/certificate/index?id=${id}` },
  },
};
