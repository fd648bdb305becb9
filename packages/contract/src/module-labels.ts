// Labels of permits and calls of all modules. The web build replaces this file with the computed values
// (apps/web/module-labels.ts).
import * as all from './all-modules.ts';
import type { ModuleLists } from './kit/module.ts';
import type { PermitLabels } from './permits.ts';

const modules: readonly ModuleLists[] = Object.values(all);

export const permitLabels: Readonly<Record<keyof PermitLabels, string>> = Object.assign(
  {},
  ...modules.map(({ permits }) => permits),
);

export const callNames: Readonly<Record<string, string>> = Object.assign(
  {
    seed: '放入演示数据',
    'maintenance.lockDemo': '锁定演示账号',
    'maintenance.rotateKeys': '轮换数据密钥',
    'resource.findByCode': '核对范围以外的编号',
  },
  ...modules.map(({ callNames: names }) => names),
);
