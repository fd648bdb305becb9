import type { ModulePage, References } from '#kit/modules.ts';

/** The list of vehicles, as the menu knows it. */
export const page: ModulePage = { component: 'vehicle/list', heading: '车辆', icon: 'card' };

/** How other rows point at a vehicle: those in use are offered. */
export const references: References = {
  vehicle: {
    pick: { status: ['operating', 'stopped', 'repairing'] },
    link: { permit: 'bus:vehicle:index', to: (id) => `/bus/vehicle/index?id=${id}` },
  },
};
