// People's certificates, the fleet and health tasks, with their menu entries and what the preset roles may.
import { certificateCalls } from '../certificate/calls.ts';
import { certificate } from '../certificate/resource.ts';
import { vehicleCalls } from '../vehicle/calls.ts';
import { vehicle } from '../vehicle/resource.ts';
import { equipmentCalls } from '../equipment/calls.ts';
import { equipment } from '../equipment/resource.ts';
import { hazardSourceCalls } from '../hazard-source/calls.ts';
import { hazardSource } from '../hazard-source/resource.ts';
import { shiftCalls } from '../shift/calls.ts';
import { shift } from '../shift/resource.ts';
import { healthRecordCalls, healthTaskCalls } from '../health-task/calls.ts';
import { healthRecord, healthTask } from '../health-task/resource.ts';
import { vehicleDayCalls } from '../vehicle-day/calls.ts';
import { vehicleDay } from '../vehicle-day/resource.ts';
import { vehicleAlarmCalls } from '../vehicle-alarm/calls.ts';
import { vehicleAlarm } from '../vehicle-alarm/resource.ts';
import type { Declared } from '../../declared.ts';

/** What belongs to certificates, vehicles, shifts and health tasks. */
export const fleetDeclared: readonly Declared[] = [
  {
    resource: certificate,
    calls: certificateCalls,
    menu: {
      under: '企业',
      name: '人员证件',
      pinyin: 'ryzj renyuanzhengjian',
      icon: 'file',
      component: 'certificate/list',
    },
    // Everybody sends in and reads their own; the register of all is its keepers'.
    roles: {
      regulator: ['index', 'export'],
      enterprise: ['own'],
      management: ['index', 'add', 'edit', 'del', 'export', 'import'],
    },
  },
  {
    resource: vehicle,
    calls: vehicleCalls,
    menu: { under: '企业', name: '车辆', pinyin: 'cl cheliang', icon: 'place', component: 'vehicle/list' },
    roles: {
      regulator: ['index', 'export'],
      enterprise: 'read',
      management: ['index', 'add', 'edit', 'del', 'export', 'import'],
    },
  },
  {
    resource: equipment,
    calls: equipmentCalls,
    menu: { under: '企业', name: '设备', pinyin: 'sb shebei', icon: 'settings', component: 'equipment/list' },
    roles: {
      regulator: ['index', 'export'],
      enterprise: 'read',
      management: ['index', 'add', 'edit', 'del', 'export', 'import'],
    },
  },
  {
    resource: hazardSource,
    calls: hazardSourceCalls,
    menu: {
      under: '企业',
      name: '重大危险源',
      pinyin: 'zdwxy zhongdaweixianyuan',
      icon: 'alert',
      component: 'hazardSource/list',
    },
    roles: { regulator: ['index', 'export'], enterprise: 'read', management: 'all' },
  },
  {
    resource: shift,
    calls: shiftCalls,
    menu: { under: '企业', name: '班次', pinyin: 'bc banci', icon: 'calendar', component: 'shift/list' },
    // Which post may make which move is said by the rules of the module, beside these.
    roles: {
      regulator: ['index', 'export'],
      enterprise: ['index', 'add', 'edit', 'del', 'check', 'depart'],
      management: ['index', 'add', 'edit', 'del', 'export', 'check', 'depart'],
    },
  },
  {
    resource: healthTask,
    calls: healthTaskCalls,
    menu: {
      under: '企业',
      name: '健康检测',
      pinyin: 'jkjc jiankangjiance',
      icon: 'check',
      component: 'healthTask/list',
      path: '/bus/nucleintask/info/index',
    },
    roles: { regulator: ['index', 'export'], management: 'all' },
  },
  {
    resource: healthRecord,
    calls: healthRecordCalls,
    // What came of whom is nobody's but the enterprise's: regulators see the counts of its tasks.
    roles: { management: 'all' },
  },
  {
    resource: vehicleDay,
    calls: vehicleDayCalls,
    menu: {
      under: '企业',
      name: '车辆运行',
      pinyin: 'clyx cheliangyunxing',
      icon: 'list',
      component: 'vehicleDay/list',
    },
    roles: {
      regulator: ['index', 'export'],
      enterprise: ['index'],
      management: ['index', 'add', 'edit', 'del', 'export', 'import'],
    },
  },
  {
    resource: vehicleAlarm,
    calls: vehicleAlarmCalls,
    menu: {
      under: '企业',
      name: '动态监控',
      pinyin: 'dtjk dongtaijiankong',
      icon: 'bell',
      component: 'vehicleAlarm/list',
    },
    roles: {
      regulator: ['index', 'export'],
      enterprise: ['index', 'handle'],
      management: ['index', 'add', 'edit', 'del', 'export', 'import', 'handle'],
    },
  },
];
