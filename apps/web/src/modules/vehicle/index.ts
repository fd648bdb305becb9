import type { ModulePage, References } from '#kit/modules.ts';

export const page: ModulePage = { component: 'vehicle/list', heading: '车辆', icon: 'card' };

/** How other forms refer to a vehicle. The picker offers only vehicles in use. */
export const references: References = {
  vehicle: {
    pick: { status: ['operating', 'stopped', 'repairing'] },
    link: { permit: 'bus:vehicle:index', to: (id) => `/bus/vehicle/index?id=${id}` },
  },
};
