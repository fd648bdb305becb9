// What this module adds to the product: permits, call names, menu entries, preset rights.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { hazardSourceCalls } from './calls.ts';
import { hazardSource } from './resource.ts';

export const permits = permitsOf('bus:hazardsource', '重大危险源');
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('hazardSource', '重大危险源');

export const resources: readonly Declared[] = [
  {
    resource: hazardSource,
    calls: hazardSourceCalls,
    menu: { under: '企业', sort: 100, name: '重大危险源', pinyin: 'zdwxy zhongdaweixianyuan', icon: 'alert' },
  },
];

export const duties: readonly Duty[] = [
  duty('bus:hazardsource', ['add', 'edit', 'del'], roles.safety, 'registers major hazard sources'),
  duty('bus:hazardsource', ['export'], roles.authorityAndSafety, 'exports the register'),
  duty('bus:hazardsource', ['index'], roles.all, 'knows the major hazards around them'),
];
