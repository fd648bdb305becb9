// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights, events.
import { duty, type MenuEntry, type Duty } from '../../kit/module.ts';

/** Its permits and their labels. */
export const permits = {
  'bus:setting:index': '业务参数-查看',
  'bus:setting:edit': '业务参数-修改',
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

/** Labels of its calls in logs and histories. */
export const callNames = {
  'setting.save': '修改业务参数',
};

/** Menu entries of its other pages. */
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

/** Which preset roles need its permits, and for what. */
export const duties: readonly Duty[] = [
  duty('bus:setting', ['index', 'edit'], ['SYSTEM_ADMIN', 'TENANT_ADMIN'], 'sets the numbers of the unit'),
];

declare module '../../kit/module.ts' {
  interface Events {
    /** Settings of the unit are about to be changed to these values; null is the preset one. */
    'setting.saving': { values: Readonly<Record<string, unknown>> };
    /** Settings of the unit were changed. */
    'setting.changed': { keys: readonly string[] };
  }
}
