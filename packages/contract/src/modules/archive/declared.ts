// The archive of enterprises, with its menu entry and what the preset roles may.
import type { Declared } from '../../declared.ts';
import { archiveCalls, archiveWaiverCalls } from './calls.ts';
import { archiveDocument, archiveWaiver } from './resource.ts';

/** Documents of archives, and what does not apply. */
export const archiveDeclared: readonly Declared[] = [
  {
    resource: archiveDocument,
    calls: archiveCalls,
    menu: {
      under: '企业',
      name: '一企一档',
      pinyin: 'yqyd yiqiyidang',
      icon: 'folder',
      component: 'archive/list',
      path: '/bus/archives/index',
    },
    // Papers of people are among them: not everybody of an enterprise reads them.
    roles: {
      regulator: ['index', 'export'],
      management: ['index', 'add', 'edit', 'del', 'export'],
    },
  },
  {
    resource: archiveWaiver,
    calls: archiveWaiverCalls,
    roles: {
      regulator: ['index', 'export', 'audit'],
      management: ['index', 'add', 'edit', 'del', 'export'],
    },
  },
];
