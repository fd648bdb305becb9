import type { ControlLayer } from '@anlan/contract/modules/risk-point/cycle';

/** Layers in words. */
export const layerWords: Readonly<Record<ControlLayer, string>> = {
  company: '公司级',
  department: '部门（车间）级',
  team: '班组级',
  post: '岗位级',
};
