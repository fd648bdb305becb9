import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'vehicleDay/list', heading: '车辆运行', icon: 'list' };
