import type { ModulePage } from '#kit/modules.ts';

/** The list of alarms, as the menu knows it. */
export const page: ModulePage = { component: 'vehicleAlarm/list', heading: '动态监控', icon: 'bell' };
