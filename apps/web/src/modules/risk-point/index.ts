import type { ModulePage, References } from '#kit/modules.ts';
import type { InsidePage } from '#lib/page-without-menu.ts';
import { pointPath } from './paths.ts';

export const page: ModulePage = { component: 'riskPoint/list', heading: '风险分级管控', icon: 'shield' };

export const pages: InsidePage[] = [
  { path: '/bus/riskpoint/point', label: '风险点', component: 'risk-point/point' },
  { path: '/bus/riskpoint/map', label: '风险地图', component: 'risk-point/map' },
  { path: '/bus/riskpoint/card', label: '风险告知卡', component: 'risk-point/card' },
];

/** How other forms refer to a risk point. The picker offers only points in force. */
export const references: References = {
  riskPoint: { pick: { status: ['inForce'] }, link: { permit: 'bus:riskpoint:index', to: pointPath } },
};
