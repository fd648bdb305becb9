import type { ModulePage } from '#kit/modules.ts';

/** The list of days of vehicles, as the menu knows it. */
export const page: ModulePage = { component: 'vehicleDay/list', heading: '车辆运行', icon: 'list' };
