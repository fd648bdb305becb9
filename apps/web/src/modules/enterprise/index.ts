import type { References } from '#kit/modules.ts';
import type { InsidePage } from '#lib/page-without-menu.ts';
import { lazyPart } from '#ui/lazy-part.tsx';

const EnterpriseSelect = lazyPart(async () => (await import('#widgets/enterprise-select.tsx')).EnterpriseSelect);

export const references: References = {
  enterprise: {
    picker: EnterpriseSelect,
    link: { permit: 'bus:enterprise:get', to: (id) => `/bus/enterprise/dossier?id=${id}` },
  },
};

export const pages: InsidePage[] = [
  { path: '/bus/enterprise/dossier', label: '企业档案', component: 'enterprise/dossier' },
  { path: '/bus/enterprise/duplicates', label: '疑似重复企业', component: 'enterprise/duplicates' },
];
