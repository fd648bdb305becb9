// What this module adds to the product: permits, call names, menu entries, preset rights and events.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { archiveCalls, archiveWaiverCalls } from './calls.ts';
import { archiveMeasures } from './measures.ts';
import { archiveDocument, archiveWaiver } from './resource.ts';

export const permits = {
  ...permitsOf('bus:archives', '一企一档'),
  ...permitsOf('bus:archivewaiver', '不适用说明', { audit: '处理' }),
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const measures = Object.values(archiveMeasures);

export const callNames = {
  ...namesOf('document', '档案资料', { renew: '更新档案资料', withdraw: '作废档案资料' }),
  'document.zip': '下载整档压缩包',
  'document.pdf': '下载整档 PDF',
  ...namesOf('archiveWaiver', '不适用说明', { accept: '确认不适用', reject: '不认可不适用' }),
};

export const resources: readonly Declared[] = [
  {
    resource: archiveDocument,
    calls: archiveCalls,
    menu: {
      under: '企业',
      sort: 220,
      name: '一企一档',
      pinyin: 'yqyd yiqiyidang',
      icon: 'folder',
      component: 'archive/list',
      path: '/bus/archives/index',
    },
  },
  { resource: archiveWaiver, calls: archiveWaiverCalls },
];

export const duties: readonly Duty[] = [
  duty('bus:archives', ['add', 'edit', 'del'], roles.safety, 'keeps the papers of the enterprise'),
  duty(
    'bus:archives',
    ['index', 'export'],
    roles.authorityAndSafety,
    'reads the archive; including documents of persons',
  ),
  duty('bus:archivewaiver', ['add', 'edit', 'del'], roles.safety, 'explains why a paper does not apply'),
  duty('bus:archivewaiver', ['audit'], roles.authority, 'decides whether the explanation holds'),
  duty('bus:archivewaiver', ['index', 'export'], roles.authorityAndSafety, 'reads explanations and decisions'),
];

declare module '../../kit/module.ts' {
  interface Events {
    /** Published after the completeness of these enterprises' archives was counted again. */
    'archive.changed': { enterpriseIds: readonly string[] };
  }
}
