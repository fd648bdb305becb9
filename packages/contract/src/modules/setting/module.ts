// What this module adds to the product: permits, call names, menu entries, rights of preset roles, events.
import { duty, type MenuEntry, type Duty } from '../../kit/module.ts';

export const permits = { 'bus:setting:index': '业务参数-查看', 'bus:setting:edit': '业务参数-修改' } as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = { 'setting.save': '修改业务参数' };

export const menu: readonly MenuEntry[] = [
  {
    under: '系统',
    sort: 80,
    name: '业务参数',
    pinyin: 'ywcs yewucanshu',
    icon: 'settings',
    path: '/bus/setting/index',
    component: 'setting/list',
    permission: 'bus:setting:index',
    userTypes: ['regulator'],
  },
];

export const duties: readonly Duty[] = [
  duty(
    'bus:setting',
    ['index', 'edit'],
    ['SYSTEM_ADMIN', 'TENANT_ADMIN'],
    'sets the business parameters (业务参数) of the unit',
  ),
];

declare module '../../kit/module.ts' {
  interface Events {
    /** Published before settings are changed to these values. Null means that the default applies again. */
    'setting.saving': { values: Readonly<Record<string, unknown>> };
    /** Published after settings were changed. */
    'setting.changed': { keys: readonly string[] };
  }
}
