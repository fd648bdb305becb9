// Emergency plans, drills, accidents and safety costs, with their menu entries and what the preset roles may.
import type { Declared } from '../../declared.ts';
import { drillCalls } from '../drill/calls.ts';
import { drill } from '../drill/resource.ts';
import { emergencyPlanCalls } from '../emergency-plan/calls.ts';
import { emergencyPlan } from '../emergency-plan/resource.ts';
import { phoneReportCalls } from '../phone-report/calls.ts';
import { phoneReport } from '../phone-report/resource.ts';
import { safetyCostCalls, safetyCostYearCalls } from '../safety-cost/calls.ts';
import { safetyCost, safetyCostYear } from '../safety-cost/resource.ts';
import { accidentCalls } from './calls.ts';
import { accident } from './resource.ts';

/** What belongs to emergencies and accidents. */
export const emergencyDeclared: readonly Declared[] = [
  {
    resource: emergencyPlan,
    calls: emergencyPlanCalls,
    menu: {
      under: '企业',
      name: '应急预案',
      pinyin: 'yjya yingjiyuan',
      icon: 'file',
      component: 'emergencyPlan/list',
    },
    roles: { regulator: ['index', 'export'], enterprise: ['index'], management: 'all' },
  },
  {
    resource: drill,
    calls: drillCalls,
    menu: { under: '企业', name: '应急演练', pinyin: 'yjyl yingjiyanlian', icon: 'check', component: 'drill/list' },
    roles: { regulator: ['index', 'export'], enterprise: ['index'], management: 'all' },
  },
  {
    resource: phoneReport,
    calls: phoneReportCalls,
    menu: {
      under: '企业',
      name: '电话报告',
      pinyin: 'dhbg dianhuabaogao',
      icon: 'list',
      component: 'phoneReport/list',
    },
    // Who receives the call logs it. Enterprises see the time of receipt with their accident, never who called.
    roles: { regulator: 'all' },
  },
  {
    resource: accident,
    calls: accidentCalls,
    menu: { under: '企业', name: '事故', pinyin: 'sg shigu', icon: 'alert', component: 'accident/list' },
    // Which of them closes a grave one is said by the rules of the module, beside these.
    roles: {
      regulator: ['index', 'export', 'investigate', 'reopen'],
      enterprise: ['index'],
      management: ['index', 'add', 'edit', 'del', 'export', 'investigate'],
    },
  },
  {
    resource: safetyCostYear,
    calls: safetyCostYearCalls,
    menu: {
      under: '企业',
      name: '安全费用年度账',
      pinyin: 'aqfyndz anquanfeiyongnianduzhang',
      icon: 'yen',
      component: 'safetyCostYear/list',
    },
    // What an enterprise earns is not everybody's of it.
    roles: { regulator: ['index', 'export'], management: 'all' },
  },
  {
    resource: safetyCost,
    calls: safetyCostCalls,
    menu: {
      under: '企业',
      name: '安全费用台账',
      pinyin: 'aqfytz anquanfeiyongtaizhang',
      icon: 'list',
      component: 'safetyCost/list',
    },
    roles: { regulator: ['index', 'export'], management: 'all' },
  },
];
