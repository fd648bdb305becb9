import type { References } from '#kit/modules.ts';
import type { InsidePage } from '#lib/inside-page.ts';
import { later } from '#ui/later.tsx';

const EnterpriseSelect = later(async () => (await import('#widgets/enterprise-select.tsx')).EnterpriseSelect);

/** What rows of other modules that name an enterprise need of it. */
export const references: References = {
  enterprise: {
    picker: EnterpriseSelect,
    link: { permit: 'bus:enterprise:get', to: (id) => `/bus/enterprise/dossier?id=${id}` },
  },
};

/** Pages that no menu entry opens: one enterprise's file. */
export const pages: InsidePage[] = [
  { path: '/bus/enterprise/dossier', label: '企业档案', component: 'enterprise/dossier' },
  { path: '/bus/enterprise/duplicates', label: '疑似重复企业', component: 'enterprise/duplicates' },
];
