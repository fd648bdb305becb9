import { declared, pagePath } from '@anlan/contract/modules';
import { isPermit } from '@anlan/contract/permits';
import type { Tx } from '#platform/db/index.ts';
import type { AuditModule } from '../audit/index.ts';
import { entriesOf, type SeedEntry } from './renewal/rules.ts';
import { freeCodes, updateMenu, updateRoles } from './renewal/service.ts';
import { giveRole } from './rights/store.ts';
import { presetsOf } from './roles/seed.ts';

/** Puts the preset roles in place and gives accounts theirs. */
export async function seedRoles(tx: Tx, given: { userId: string; role: string }[]) {
  await updateRoles(tx, presetsOf(tx.scope.tenantId));
  for (const { userId, role } of given) await giveRole(tx, userId, role);
}

/** An entry of the top menu; what modules declare stands behind its own entries, or before them. */
type SeedGroup = SeedEntry & { declaredFirst?: true };

// An entry stands here only when its page exists.
const menu: SeedGroup[] = [
  {
    name: '工作台',
    pinyin: 'gzt gongzuotai',
    icon: 'home',
    children: [
      { name: '首页', pinyin: 'sy shouye', icon: 'home', path: '/wel/index', component: 'home/index' },
      {
        name: '我的待办',
        pinyin: 'wddb wodedaiban',
        icon: 'check',
        path: '/bus/todo/index',
        component: 'notice/todo',
        redDot: 'unAct',
      },
      {
        name: '通知公告',
        pinyin: 'tzgg tongzhigonggao',
        icon: 'bell',
        path: '/bus/notice/index',
        component: 'notice/announcements',
        permission: 'bus:notice:index',
        redDot: 'unNotice',
      },
      {
        name: '系统通知',
        pinyin: 'xttz xitongtongzhi',
        icon: 'info',
        path: '/bus/notice/system',
        component: 'notice/system',
        permission: 'bus:sysnotice:index',
        redDot: 'systemUnNotice',
      },
    ],
  },
  {
    name: '双重预防',
    pinyin: 'scyf shuangchongyufang',
    icon: 'shield',
    // Rules are set once; the work of the day stands above them.
    declaredFirst: true,
    children: [
      {
        name: '安全评分',
        pinyin: 'aqpf anquanpingfen',
        icon: 'shield',
        path: '/bus/score/index',
        component: 'score/index',
        permission: 'bus:score:index',
        userTypes: ['enterprise'],
      },
      {
        name: '风险规则',
        pinyin: 'fxgz fengxianguize',
        icon: 'shield',
        path: '/bus/riskrule/index',
        component: 'risk/rules',
        permission: 'bus:riskrule:index',
      },
    ],
  },
  {
    name: '企业',
    pinyin: 'qy qiye',
    icon: 'building',
    children: [
      {
        name: '企业管理',
        pinyin: 'qygl qiyeguanli',
        icon: 'building',
        path: '/bus/enterprise/index',
        component: 'enterprise/list',
        permission: 'bus:enterprise:index',
        userTypes: ['regulator'],
        group: ['/bus/enterprise/dossier', '/bus/enterprise/duplicates'],
      },
      {
        name: '企业地图',
        pinyin: 'qydt qiyeditu',
        icon: 'map',
        path: '/bus/enterprise/map',
        component: 'enterprise/map',
        permission: 'bus:enterprise:index',
        userTypes: ['regulator'],
      },
      {
        name: '本企业信息',
        pinyin: 'bqyxx benqiyexinxi',
        icon: 'file',
        path: '/bus/enterprise/mine',
        component: 'enterprise/mine',
        permission: 'bus:enterprise:get',
        userTypes: ['enterprise'],
      },
      {
        name: '我的证件',
        pinyin: 'wdzj wodezhengjian',
        icon: 'card',
        path: '/bus/certificate/mine',
        component: 'certificate/mine',
        permission: 'bus:certificate:own',
        userTypes: ['enterprise'],
      },
    ],
  },
  {
    name: '教育培训',
    pinyin: 'jypx jiaoyupeixun',
    icon: 'book',
    children: [
      {
        name: '我的学习',
        pinyin: 'wdxx wodexuexi',
        icon: 'book',
        path: '/bus/alearning/mine',
        component: 'learning/mine',
        permission: 'bus:studyplan:index',
        userTypes: ['enterprise'],
        group: ['/bus/dailyEducation/viewVideo'],
      },
      {
        name: '教育月报',
        pinyin: 'jyyb jiaoyuyuebao',
        icon: 'file',
        path: '/bus/dailyEducationReport',
        component: 'educationReport/list',
        permission: 'bus:dailyeducationreport:index',
        userTypes: ['regulator', 'enterprise'],
      },
    ],
  },
  { name: '会员', pinyin: 'hy huiyuan', icon: 'star', children: [] },
  {
    name: '公众号',
    pinyin: 'gzh gongzhonghao',
    icon: 'phone',
    children: [
      {
        name: '用户消息',
        pinyin: 'yhxx yonghuxiaoxi',
        icon: 'bell',
        path: '/views/wxmp/wxmsg/index',
        component: 'wxMessage/list',
        permission: 'wxmp:wxmsg:index',
        userTypes: ['regulator', 'enterprise'],
      },
      {
        name: '素材',
        pinyin: 'sc sucai',
        icon: 'image',
        path: '/wxmp/wxmaterial/index',
        component: 'wxMaterial/list',
        permission: 'wxmp:wxmaterial:index',
        userTypes: ['regulator', 'enterprise'],
      },
      {
        name: '粉丝',
        pinyin: 'fs fensi',
        icon: 'users',
        path: '/wxmp/wxuser/index',
        component: 'wxFollower/list',
        permission: 'wxmp:wxuser:index',
        userTypes: ['regulator', 'enterprise'],
      },
      {
        name: '自定义菜单',
        pinyin: 'zdycd zidingyicaidan',
        icon: 'menu',
        path: '/wxmp/wxmenu/index',
        component: 'wxMenu/edit',
        permission: 'wxmp:wxmenu:index',
        userTypes: ['regulator', 'enterprise'],
      },
      {
        name: '数据统计',
        pinyin: 'sjtj shujutongji',
        icon: 'chart',
        path: '/wxmp/wxstat/index',
        component: 'wxStat/list',
        permission: 'wxmp:wxuser:index',
        userTypes: ['regulator', 'enterprise'],
      },
    ],
  },
  { name: '商城', pinyin: 'sc shangcheng', icon: 'home', declaredFirst: true, children: [] },
  {
    name: '系统',
    pinyin: 'xt xitong',
    icon: 'settings',
    children: [
      {
        name: '用户',
        pinyin: 'yh yonghu',
        icon: 'user',
        path: '/upms/user/index',
        component: 'user/list',
        permission: 'sys:user:index',
        stems: ['sys:reveal'],
        userTypes: ['regulator', 'platform'],
      },
      {
        name: '企业员工',
        pinyin: 'qyyg qiyeyuangong',
        icon: 'users',
        path: '/upms/user/entuser',
        component: 'user/entuser',
        permission: 'sys:user:index',
        userTypes: ['regulator', 'enterprise'],
      },
      {
        name: '角色',
        pinyin: 'js juese',
        icon: 'key',
        path: '/upms/role/index',
        component: 'access/roles',
        permission: 'sys:role:index',
      },
      {
        name: '菜单',
        pinyin: 'cd caidan',
        icon: 'list',
        path: '/upms/menu/index',
        component: 'access/menus',
        permission: 'sys:menu:index',
      },
      {
        name: '机构',
        pinyin: 'jg jigou',
        icon: 'tenant',
        path: '/upms/organ/index',
        component: 'organ/tree',
        permission: 'sys:organ:edit',
      },
      {
        name: '行政区划',
        pinyin: 'xzqh xingzhengquhua',
        icon: 'place',
        path: '/upms/region/index',
        component: 'dictionary/regions',
        permission: 'sys:region:index',
      },
      {
        name: '字典',
        pinyin: 'zd zidian',
        icon: 'book',
        path: '/upms/dict/index',
        component: 'dictionary/types',
        permission: 'sys:dict:index',
        stems: ['sys:dictitem'],
      },
      {
        name: '业务参数',
        pinyin: 'ywcs yewucanshu',
        icon: 'settings',
        path: '/bus/setting/index',
        component: 'setting/list',
        permission: 'bus:setting:index',
        userTypes: ['regulator'],
      },
      {
        name: '外部网站',
        pinyin: 'wbwz waibuwangzhan',
        icon: 'outward',
        path: '/upms/frame/index',
        component: 'tenant/frames',
        permission: 'sys:frame:index',
      },
      {
        name: '租户',
        pinyin: 'zh zuhu',
        icon: 'building',
        path: '/upms/tenant/index',
        component: 'tenant/list',
        permission: 'sys:tenant:index',
        userTypes: ['platform'],
      },
      {
        name: '日志',
        pinyin: 'rz rizhi',
        icon: 'clock',
        path: '/upms/log/index',
        component: 'audit/log',
        permission: 'sys:log:index',
      },
      {
        name: '在线用户',
        pinyin: 'zxyh zaixianyonghu',
        icon: 'user',
        path: '/upms/token/index',
        component: 'session-own/online',
        permission: 'sys:token:index',
      },
    ],
  },
];

/** The pages of the declared resources that stand under a group of the menu. */
const declaredUnder = (group: string): SeedEntry[] =>
  declared.flatMap((one) => {
    if (one.menu?.under !== group) return [];
    const { under: _, userTypes, ...entry } = one.menu;
    const permission = `${one.resource.permits}:index`;
    return {
      ...entry,
      path: pagePath(one),
      ...(userTypes ? { userTypes: [...userTypes] } : {}),
      ...(isPermit(permission) ? { permission } : {}),
    };
  });

/** A group of the menu with its own pages and those of declared resources. */
function withDeclared({ declaredFirst, ...group }: SeedGroup): SeedEntry {
  const own = group.children ?? [];
  const others = declaredUnder(group.name);
  return { ...group, children: declaredFirst ? [...others, ...own] : [...own, ...others] };
}

const menuEntries = () => entriesOf(menu.map(withDeclared));
/** What this edition brings of menu and preset roles: any change of them changes its text. */
export const editionText = () => JSON.stringify([menuEntries(), presetsOf('0'), presetsOf('1')]);
/** Puts the menu in place, or what a new release changes of it; answers how many entries it wrote. */
export const seedMenu = (tx: Tx): Promise<number> => updateMenu(tx, menuEntries());
/** Gives the preset roles what a new release adds to them; answers how many roles it wrote. */
export async function updatePresets(tx: Tx, audit: Pick<AuditModule, 'record'>): Promise<number> {
  const presets = presetsOf(tx.scope.tenantId);
  await freeCodes(tx, presets, audit);
  return updateRoles(tx, presets, audit);
}
