// What this module adds to the product: permits, call names, menu entries, preset rights and events.
import { permitsOf, namesOf, duty, roles, type Declared, type MenuEntry, type Duty } from '../../kit/module.ts';
import { certificateCalls } from './calls.ts';
import { certificateMeasures } from './measures.ts';
import { certificate } from './resource.ts';

export const permits = permitsOf('bus:certificate', '人员证件', { import: '导入', own: '本人证件' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('certificate', '人员证件', {
  renew: '人员证件换证',
  submit: '本人上传新证',
  verify: '核验人员证件',
  return: '退回人员证件',
  void: '作废人员证件',
  upload: '本人上传证件',
});

export const resources: readonly Declared[] = [
  {
    resource: certificate,
    calls: certificateCalls,
    menu: { under: '企业', sort: 70, name: '人员证件', pinyin: 'ryzj renyuanzhengjian', icon: 'file' },
  },
];

export const menu: readonly MenuEntry[] = [
  {
    under: '企业',
    sort: 40,
    name: '我的证件',
    pinyin: 'wdzj wodezhengjian',
    icon: 'card',
    path: '/bus/certificate/mine',
    component: 'certificate/mine',
    permission: 'bus:certificate:own',
    userTypes: ['enterprise'],
  },
];

export const measures = Object.values(certificateMeasures);

export const duties: readonly Duty[] = [
  duty('bus:certificate', ['add', 'edit', 'del', 'import'], roles.safety, 'keeps the register of certificates'),
  duty('bus:certificate', ['own'], roles.enterprise, 'sends in and reads their own certificates'),
  duty('bus:certificate', ['index', 'export'], roles.authorityAndSafety, 'checks who may work where'),
];

declare module '../../kit/module.ts' {
  interface Events {
    /** Published after certificates were created, renewed, checked or voided. */
    'certificate.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  }
}
