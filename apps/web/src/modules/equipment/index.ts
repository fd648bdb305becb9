import type { ModulePage, References } from '#kit/modules.ts';

export const page: ModulePage = { component: 'equipment/list', heading: '设备', icon: 'settings' };

export const references: References = {
  equipment: { link: { permit: 'bus:equipment:index', to: (id) => `/bus/equipment/index?id=${id}` } },
};
