// What this module adds to the product: permits, call names, menu entries, rights of preset roles.
import { permitsOf, namesOf, duty, roles, type Declared, type Duty } from '../../kit/module.ts';
import { staffReportCalls } from './calls.ts';
import { staffReportMeasures } from './measures.ts';
import { staffReport } from './resource.ts';

export const permits = permitsOf('bus:staffreport', '员工举报', { check: '核实', reward: '奖励' });
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = namesOf('staffReport', '员工举报', {
  confirm: '核实员工举报属实',
  reject: '核实员工举报不属实',
  reward: '奖励员工举报',
  close: '员工举报不予奖励',
  makeCode: '制作举报码',
  revokeCode: '停用举报码',
  reportOpen: '打开举报码',
  reportPhoto: '扫码举报上传照片',
  reportSend: '扫码举报',
});

export const measures = Object.values(staffReportMeasures);

export const resources: readonly Declared[] = [
  {
    resource: staffReport,
    calls: staffReportCalls,
    menu: {
      under: '双重预防',
      sort: 100,
      name: '员工举报',
      pinyin: 'ygjb yuangongjubao',
      icon: 'shield',
      userTypes: ['enterprise'],
    },
  },
];

export const duties: readonly Duty[] = [
  duty(
    'bus:staffreport',
    ['index', 'add', 'edit', 'del', 'export', 'check', 'reward'],
    roles.safety,
    'verifies reports of staff and rewards them; nobody else learns of them',
  ),
];
