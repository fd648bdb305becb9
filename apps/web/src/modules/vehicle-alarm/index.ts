import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'vehicleAlarm/list', heading: '动态监控', icon: 'bell' };
