// What this module adds to the product: permits, call names, menu entries, preset rights.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { classSessionCalls } from './calls.ts';
import { classSession } from './resource.ts';

export const permits = permitsOf('bus:classsession', '班前会与集中培训', { hold: '组织签到', attend: '本人签到' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('classSession', '班前会与集中培训', {
  begin: '开始签到',
  locate: '记录签到位置',
  end: '结束签到',
  enter: '补登参加人员',
  arrive: '扫码签到',
  sign: '签到签名',
});

export const resources: readonly Declared[] = [
  {
    resource: classSession,
    calls: classSessionCalls,
    menu: { under: '教育培训', sort: 50, name: '班前会与培训', pinyin: 'bqhypx banqianhuiyupeixun', icon: 'users' },
  },
];

export const screens = ['/bus/classsession/show', '/bus/classsession/attend'];

export const duties: readonly Duty[] = [
  duty(
    'bus:classsession',
    ['add', 'edit', 'del', 'hold', 'attend'],
    roles.enterprise,
    'signs in to classes; who may hold one is said by the post (team leader and above)',
  ),
  duty('bus:classsession', ['export'], roles.authorityAndSafety, 'proves that classes took place'),
  duty('bus:classsession', ['index'], roles.all, 'sees the classes of the enterprise'),
];
