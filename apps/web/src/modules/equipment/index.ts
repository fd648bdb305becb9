import type { ModulePage, References } from '#kit/modules.ts';

/** The list of equipment, as the menu knows it. */
export const page: ModulePage = { component: 'equipment/list', heading: '设备', icon: 'settings' };

/** The way to a piece of equipment, where its date is told of. */
export const references: References = {
  equipment: { link: { permit: 'bus:equipment:index', to: (id) => `/bus/equipment/index?id=${id}` } },
};
