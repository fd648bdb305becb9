// What this module adds to the product: permits, call names, menu entries, rights of preset roles, events.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { reportCalls } from './calls.ts';
import { figureMeasures } from './figure-measures.ts';
import { reportMeasures } from './measures.ts';
import { report } from './resource.ts';

export const permits = permitsOf('bus:report', '安全月报', { submit: '签名上报', audit: '审核' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = {
  ...namesOf('report', '安全月报', { send: '上报月报', accept: '通过月报', return: '退回月报', correct: '更正月报' }),
  'report.remind': '提醒上报月报',
  'report.remindSigner': '提醒签名上报',
};

export const resources: readonly Declared[] = [
  {
    resource: report,
    calls: reportCalls,
    menu: {
      under: '企业',
      sort: 210,
      name: '安全月报',
      pinyin: 'aqyb anquanyuebao',
      icon: 'file',
      path: '/bus/report',
    },
  },
];

export const screens = ['/bus/report/sheet'];

export const measures = [reportMeasures, figureMeasures].flatMap((one) => Object.values(one));

export const duties: readonly Duty[] = [
  duty(
    'bus:report',
    ['add', 'edit', 'del', 'submit'],
    roles.safety,
    'writes monthly reports; only the head signs them',
  ),
  duty('bus:report', ['audit'], roles.authority, 'accepts reports or returns them'),
  duty('bus:report', ['export'], roles.authorityAndSafety, 'takes reports along'),
  duty('bus:report', ['index'], roles.all, 'reads what the enterprise reported'),
];

declare module '../../kit/module.ts' {
  interface Events {
    /** Published when reports are submitted, accepted, returned, or reopened for correction. */
    'report.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  }
}
