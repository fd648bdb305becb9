// What this module adds to the product: permits, call names, menu entries, preset rights and events.
import { permitsOf, namesOf, duty, roles, type Declared, type MenuEntry, type Duty } from '../../kit/module.ts';
import { trainingPlanCalls, learningTaskCalls } from './calls.ts';
import { learningMeasures } from './measures.ts';
import { trainingPlan } from './plan.ts';
import { learningTask } from './task.ts';

export const permits = {
  ...permitsOf('bus:studyplan', '培训计划', { publish: '发布', learn: '本人学习' }),
  ...permitsOf('bus:dailyeducation', '日常教育', { exempt: '免修', revoke: '吊销合格证' }),
} as const;
declare module '../../permits.ts' {
  interface PermitLabels extends Readonly<typeof permits> {}
}

export const callNames = {
  ...namesOf('trainingPlan', '培训计划', { publish: '发布培训计划', end: '结束培训计划', archive: '归档培训计划' }),
  ...namesOf('learningTask', '学习任务', { exempt: '免修', revoke: '吊销合格证' }),
  'learningTask.faceDecide': '人工确认学员本人',
  'learning.faceConsent': '同意人脸核验',
  'learning.faceShot': '人脸核验',
  'learning.faceManual': '申请人工确认',
  'learning.faceWithdraw': '撤回人脸核验同意',
  'learningTask.cards': '生成三级安全教育卡',
  'learning.begin': '开始学习课时',
  'learning.beat': '学习计时',
  'learning.examBegin': '开始考试',
  'learning.examSubmit': '考试交卷',
  'learning.sign': '培训签名',
  'learning.certificateOpen': '核验培训合格证',
  'learning.trainingOpen': '打开培训链接',
  'learning.personageOpen': '打开学习档案链接',
  'learning.share': '分享个人学习档案',
  'learning.unshare': '停止分享个人学习档案',
  'trainingPlan.makeLink': '生成培训链接',
  'trainingPlan.revokeLink': '撤销培训链接',
  'learningTask.makeLink': '生成学习档案链接',
  'learningTask.revokeLink': '撤销学习档案链接',
};

export const resources: readonly Declared[] = [
  {
    resource: trainingPlan,
    calls: trainingPlanCalls,
    menu: {
      under: '教育培训',
      sort: 30,
      name: '培训计划',
      pinyin: 'pxjh peixunjihua',
      icon: 'calendar',
      path: '/bus/alearning/plan',
    },
  },
  {
    resource: learningTask,
    calls: learningTaskCalls,
    menu: {
      under: '教育培训',
      sort: 40,
      name: '日常教育',
      pinyin: 'rcjy richangjiaoyu',
      icon: 'book',
      path: '/bus/dailyEducation/index',
    },
  },
];

export const menu: readonly MenuEntry[] = [
  {
    under: '教育培训',
    sort: 10,
    name: '我的学习',
    pinyin: 'wdxx wodexuexi',
    icon: 'book',
    path: '/bus/alearning/mine',
    component: 'learning/mine',
    permission: 'bus:studyplan:index',
    userTypes: ['enterprise'],
    group: ['/bus/dailyEducation/viewVideo'],
  },
];

export const measures = Object.values(learningMeasures);

export const duties: readonly Duty[] = [
  duty(
    'bus:dailyeducation',
    ['add', 'edit', 'del', 'exempt', 'revoke'],
    roles.safety,
    'keeps the learning tasks of people, exempts them, revokes certificates',
  ),
  duty('bus:dailyeducation', ['index', 'export'], roles.authorityAndSafety, 'sees who has learned what'),
  duty('bus:studyplan', ['add', 'edit', 'del', 'publish'], roles.safety, 'plans training'),
  duty('bus:studyplan', ['learn'], roles.enterprise, 'learns'),
  duty('bus:studyplan', ['export'], roles.authorityAndSafety, 'proves what was planned'),
  duty('bus:studyplan', ['index'], roles.all, 'sees what is to be learned'),
];

declare module '../../kit/module.ts' {
  interface Events {
    'learning.changed': { ids: readonly string[]; enterpriseIds: readonly string[] };
  }
}
