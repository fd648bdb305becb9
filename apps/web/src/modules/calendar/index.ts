import type { ModulePage } from '#kit/modules.ts';

/** The page of the calendar of workdays, as the menu knows it. */
export const page: ModulePage = { component: 'calendar/list', heading: '工作日历', icon: 'calendar' };
