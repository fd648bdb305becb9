import { declared, pagePath } from './modules.ts';

/** Screens outside the layout: no sign-in needed unless the guard says otherwise. */
export const outsideScreens = [
  '/login',
  '/bus/enterprise/apply',
  '/upms/tenant/index-outside',
  '/register',
  '/findPhone/index',
  '/setpassword',
  '/guide',
  '/repair',
  '/report',
  '/sys',
  '/adindex',
  '/authredirect',
  '/lock',
  '/password',
  '/enrol',
  '/404',
  '/401',
  '/403',
  '/500',
] as const;

/** Screens inside the layout that exist; a menu may only point at these. */
export const insideScreens: readonly string[] = [
  ...declared.filter(({ menu }) => menu !== undefined).map(pagePath),
  '/',
  '/wel',
  '/wel/index',
  '/bus/todo/index',
  '/bus/enterprise/index',
  '/bus/enterprise/dossier',
  '/bus/enterprise/duplicates',
  '/bus/enterprise/mine',
  '/bus/enterprise/map',
  '/bus/danger/report',
  '/bus/danger/own',
  '/bus/danger/board',
  '/bus/danger/statistics',
  '/bus/score/index',
  '/bus/riskrule/index',
  '/bus/inspection/site',
  '/bus/alearning/mine',
  '/bus/dailyEducation/viewVideo',
  '/bus/delivery/index',
  '/bus/spot/paper',
  '/bus/riskpoint/point',
  '/bus/riskpoint/map',
  '/bus/riskpoint/card',
  '/bus/riskcheck/site',
  '/bus/membership/index',
  '/bus/orderrecords/order',
  '/bus/orderrecords/refund',
  '/bus/orderrecords/bill',
  '/bus/setting/index',
  '/views/wxmp/wxmsg/index',
  '/wxmp/wxmaterial/index',
  '/wxmp/wxuser/index',
  '/notice',
  '/bus/notice/index',
  '/bus/notice/system',
  '/upms/user/index',
  '/upms/user/entuser',
  '/upms/role/index',
  '/upms/menu/index',
  '/upms/organ/index',
  '/info/index',
  '/upms/file/view',
  '/upms/log/index',
  '/upms/token/index',
  '/upms/region/index',
  '/upms/dict/index',
  '/upms/tenant/index',
  '/upms/frame/index',
];

const known = new Set<string>([...outsideScreens, ...insideScreens]);

const framed = /^\/myiframe\/[A-Za-z0-9_-]{1,64}$/;

/** Whether a path is a screen of ours, so that the page is served with 200 rather than 404. */
export const isScreen = (path: string): boolean => known.has(path) || framed.test(path);
