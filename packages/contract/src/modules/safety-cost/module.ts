// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { safetyCostYearCalls, safetyCostCalls } from './calls.ts';
import { safetyCostYear, safetyCost } from './resource.ts';

export const permits = {
  ...permitsOf('bus:safetycost', '安全生产费用'),
  ...permitsOf('bus:safetycostyear', '安全生产费用年度账'),
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = {
  ...namesOf('safetyCost', '安全生产费用'),
  ...namesOf('safetyCostYear', '安全生产费用年度账'),
};

export const resources: readonly Declared[] = [
  {
    resource: safetyCostYear,
    calls: safetyCostYearCalls,
    menu: { under: '企业', sort: 190, name: '安全费用年度账', pinyin: 'aqfyndz anquanfeiyongnianduzhang', icon: 'yen' },
  },
  {
    resource: safetyCost,
    calls: safetyCostCalls,
    menu: { under: '企业', sort: 200, name: '安全费用台账', pinyin: 'aqfytz anquanfeiyongtaizhang', icon: 'list' },
  },
];

export const duties: readonly Duty[] = [
  duty('bus:safetycostyear', ['add', 'edit', 'del'], roles.safety, 'keeps the yearly account of safety costs'),
  duty('bus:safetycostyear', ['index', 'export'], roles.authorityAndSafety, 'checks what was drawn and spent'),
  duty('bus:safetycost', ['add', 'edit', 'del'], roles.safety, 'books safety costs'),
  duty('bus:safetycost', ['index', 'export'], roles.authorityAndSafety, 'checks what was drawn and spent'),
];
