import type { ModulePage } from '#kit/modules.ts';

export const page: ModulePage = { component: 'calendar/list', heading: '工作日历', icon: 'calendar' };
