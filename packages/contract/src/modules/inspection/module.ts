// What this module adds to the product: permits, call names, menu entries, preset rights and events.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { inspectionCalls } from './calls.ts';
import { inspectionMeasures } from './measures.ts';
import { inspection } from './resource.ts';

export const permits = permitsOf('bus:inspection', '监督检查', { finish: '交表' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('inspection', '检查', {
  finish: '检查交表',
  void: '作废检查',
  answer: '填写检查项',
  passRest: '其余检查项符合',
  undoRest: '撤销其余符合',
  addItem: '添加现场问题',
});

export const resources: readonly Declared[] = [
  {
    resource: inspection,
    calls: inspectionCalls,
    menu: { under: '双重预防', sort: 70, name: '监督检查', pinyin: 'jdjc jiandujiancha', icon: 'search' },
  },
];

export const screens = ['/bus/inspection/site'];

export const measures = Object.values(inspectionMeasures);

export const duties: readonly Duty[] = [
  duty('bus:inspection', ['export'], roles.authority, 'takes records of inspections along'),
  duty(
    'bus:inspection',
    ['index', 'add', 'edit', 'del', 'finish'],
    roles.all,
    'regulators inspect; people of an enterprise inspect themselves',
  ),
];

declare module '../../kit/module.ts' {
  interface Events {
    'inspection.finished': { ids: readonly string[]; enterpriseIds: readonly string[] };
  }
}
