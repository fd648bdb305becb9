import type { InsidePage } from '#lib/inside-page.ts';

/** Pages that no menu entry opens: one enterprise's file. */
export const pages: InsidePage[] = [
  { path: '/bus/enterprise/dossier', label: '企业档案', component: 'enterprise/dossier' },
  { path: '/bus/enterprise/duplicates', label: '疑似重复企业', component: 'enterprise/duplicates' },
];
