// What stands under 教育培训, as the list of declared resources has it.
import type { Declared } from '../../declared.ts';
import { classSessionCalls } from '../class-session/calls.ts';
import { classSession } from '../class-session/resource.ts';
import { courseCalls } from '../course/calls.ts';
import { course } from '../course/resource.ts';
import { questionCalls } from '../question/calls.ts';
import { question } from '../question/resource.ts';
import { learningTaskCalls, trainingPlanCalls } from './calls.ts';
import { trainingPlan } from './plan.ts';
import { learningTask } from './task.ts';

/** Plans, tasks, courses and the bank of questions. */
export const learningDeclared: readonly Declared[] = [
  {
    resource: trainingPlan,
    calls: trainingPlanCalls,
    menu: {
      under: '教育培训',
      name: '培训计划',
      pinyin: 'pxjh peixunjihua',
      icon: 'calendar',
      component: 'trainingPlan/list',
      path: '/bus/alearning/plan',
    },
    roles: {
      regulator: ['index', 'export'],
      enterprise: ['index', 'learn'],
      management: ['index', 'add', 'edit', 'del', 'export', 'publish', 'learn'],
    },
  },
  {
    resource: learningTask,
    calls: learningTaskCalls,
    menu: {
      under: '教育培训',
      name: '日常教育',
      pinyin: 'rcjy richangjiaoyu',
      icon: 'book',
      component: 'learningTask/list',
      path: '/bus/dailyEducation/index',
    },
    roles: {
      regulator: ['index', 'export'],
      management: ['index', 'add', 'edit', 'del', 'export', 'exempt', 'revoke'],
    },
  },
  {
    resource: classSession,
    calls: classSessionCalls,
    menu: {
      under: '教育培训',
      name: '班前会与培训',
      pinyin: 'bqhypx banqianhuiyupeixun',
      icon: 'users',
      component: 'classSession/list',
    },
    // Which post may hold one is said by the rules of the module; signing in is everybody's.
    roles: {
      regulator: ['index', 'export'],
      enterprise: ['index', 'add', 'edit', 'del', 'hold', 'attend'],
      management: ['index', 'add', 'edit', 'del', 'export', 'hold', 'attend'],
    },
  },
  {
    resource: course,
    calls: courseCalls,
    menu: { under: '教育培训', name: '课程', pinyin: 'kc kecheng', icon: 'folder', component: 'course/list' },
    roles: { regulator: 'all', enterprise: ['index'], management: 'all' },
  },
  {
    resource: question,
    calls: questionCalls,
    menu: { under: '教育培训', name: '题库', pinyin: 'tk tiku', icon: 'list', component: 'question/list' },
    roles: { regulator: ['index'], management: ['index', 'add', 'edit', 'del', 'export', 'import'] },
  },
];
