// What this module adds to the product: permits, call names, menu entries, preset rights.
import { permitsOf, namesOf, duty, type Declared, type Duty } from '../../kit/module.ts';
import { calendarCalls } from './calls.ts';
import { calendarDay } from './resource.ts';

export const permits = permitsOf('sys:calendar', '工作日历');
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('calendarDay', '放假安排');

export const resources: readonly Declared[] = [
  {
    resource: calendarDay,
    calls: calendarCalls,
    menu: {
      under: '系统',
      sort: 130,
      name: '工作日历',
      pinyin: 'gzrl gongzuorili',
      icon: 'calendar',
      component: 'calendar/list',
      path: '/upms/calendar/index',
      userTypes: ['regulator'],
    },
  },
];

export const duties: readonly Duty[] = [
  duty(
    'sys:calendar',
    ['index', 'add', 'edit', 'del', 'export'],
    ['SYSTEM_ADMIN', 'TENANT_ADMIN'],
    'keeps workdays and holidays',
  ),
];
