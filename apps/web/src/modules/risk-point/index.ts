import type { ModulePage, References } from '#kit/modules.ts';
import type { InsidePage } from '#lib/inside-page.ts';
import { pointPath } from './places.ts';

/** The list of risk points, as the menu knows it. */
export const page: ModulePage = { component: 'riskPoint/list', heading: '风险分级管控', icon: 'shield' };

/** Pages that no menu entry opens. */
export const pages: InsidePage[] = [
  { path: '/bus/riskpoint/point', label: '风险点', component: 'risk-point/point' },
  { path: '/bus/riskpoint/map', label: '风险地图', component: 'risk-point/map' },
  { path: '/bus/riskpoint/card', label: '风险告知卡', component: 'risk-point/card' },
];

/** How other rows point at a risk point: those in force are offered. */
export const references: References = {
  riskPoint: { pick: { status: ['inForce'] }, link: { permit: 'bus:riskpoint:index', to: pointPath } },
};
