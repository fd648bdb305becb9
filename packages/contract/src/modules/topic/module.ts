// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { topicCalls } from './calls.ts';
import { topic } from './resource.ts';

export const permits = permitsOf('bus:specialtopic', '专题', { item: '本企业快捷入口', task: '专项行动任务' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('topic', '专题', {
  updateEntItem: '修改本企业快捷入口',
  delEntItem: '移除本企业快捷入口',
  resetEntItem: '恢复默认快捷入口',
  finish: '办结专项行动任务',
  reopen: '撤回专项行动任务',
});

export const resources: readonly Declared[] = [
  {
    resource: topic,
    calls: topicCalls,
    menu: {
      under: '企业',
      sort: 230,
      name: '专题',
      pinyin: 'zt zhuanti',
      icon: 'folder',
      path: '/bus/specialtopic/index',
    },
  },
];

export const duties: readonly Duty[] = [
  duty(
    'bus:specialtopic',
    ['item', 'task'],
    roles.safety,
    'sets the quick entries of the enterprise, does tasks of campaigns',
  ),
  duty('bus:specialtopic', ['add', 'edit', 'del', 'export'], roles.authority, 'runs campaigns of the unit'),
  duty('bus:specialtopic', ['index'], roles.all, 'reads topics'),
];
