import type { RolePermits } from '@anlan/contract/declared';
import { declared } from '@anlan/contract/modules';
import { isPermit, type Permit } from '@anlan/contract/permits';
import type { SeedRole } from '../renewal/rules.ts';

const verbs: Readonly<Record<Extract<RolePermits, string>, readonly string[]>> = {
  read: ['index'],
  write: ['index', 'add', 'edit', 'del'],
  all: ['index', 'add', 'edit', 'del', 'export', 'import'],
};
/** Permits over the declared resources that a kind of people has by preset. */
const ofDeclared = (kind: keyof (typeof declared)[number]['roles']): Permit[] =>
  declared.flatMap(({ resource, roles }) => {
    const mayDo = roles[kind];
    return mayDo === undefined
      ? []
      : (typeof mayDo === 'string' ? verbs[mayDo] : mayDo)
          .map((verb) => `${resource.permits}:${verb}`)
          .filter(isPermit);
  });

/** Whoever answers the followers of a public account; of an enterprise's people where its plan opens that (decision 0048). */
const followers: Permit[] = [
  'wxmp:wxmsg:index',
  'wxmp:wxmsg:get',
  'wxmp:wxmsg:add',
  'wxmp:wxmsg:edit',
  'wxmp:wxmaterial:index',
  'wxmp:wxmaterial:get',
  'wxmp:wxmaterial:add',
  'wxmp:wxmaterial:edit',
  'wxmp:wxmaterial:del',
  'wxmp:wxuser:index',
  'wxmp:wxuser:edit',
  'wxmp:wxmenu:index',
  'wxmp:wxmenu:edit',
];
const regulator: Permit[] = [
  'bus:enterprise:index',
  'bus:enterprise:get',
  'bus:enterprise:add',
  'bus:enterprise:edit',
  'bus:enterprise:del',
  'bus:enterprise:import',
  'bus:enterprise:export',
  'bus:enterprise:audit',
  'bus:enterprise:suspend',
  ...ofDeclared('regulator'),
  'bus:dailyeducationreport:index',
  'bus:dailyeducationreport:export',
  'bus:score:index',
  'bus:score:hold',
  'bus:riskrule:index',
  'bus:riskrule:edit',
  'bus:notice:index',
  'bus:notice:add',
  'bus:notice:edit',
  'bus:notice:del',
  'bus:notice:publish',
  'bus:sysnotice:index',
  ...followers,
  'sys:organ:index',
  'sys:dict:index',
  'sys:reveal:phone',
];
const people: Permit[] = [
  'sys:user:index',
  'sys:user:add',
  'sys:user:edit',
  'sys:user:del',
  'sys:user:lock',
  'sys:user:password',
  'sys:user:export',
];
const auditing: Permit[] = ['sys:log:index', 'sys:log:export'];
const security: Permit[] = [
  'sys:user:index',
  'sys:user:lock',
  'sys:role:index',
  'sys:role:add',
  'sys:role:edit',
  'sys:role:del',
  'sys:role:perm',
  'sys:role:delegate',
  'sys:token:index',
  'sys:token:del',
];
const calendar: Permit[] = [
  'sys:calendar:index',
  'sys:calendar:add',
  'sys:calendar:edit',
  'sys:calendar:del',
  'sys:calendar:export',
];
const assessments: Permit[] = [
  'sys:assessment:index',
  'sys:assessment:add',
  'sys:assessment:edit',
  'sys:assessment:del',
  'sys:assessment:export',
];
/** The register of officers who may sign orders. */
const officers: Permit[] = [
  'bus:officer:add',
  'bus:officer:edit',
  'bus:officer:del',
  'bus:officer:export',
  'bus:officer:import',
];
/** Plans and the money for them: whoever keeps a unit or the platform, and nobody who only oversees. */
const plans: Permit[] = [
  'bus:setmeal:index',
  'bus:setmeal:add',
  'bus:setmeal:edit',
  'bus:setmeal:del',
  'bus:setmeal:export',
  'bus:setmeal:shelf',
];
const orders: Permit[] = [
  'bus:orderrecords:index',
  'bus:orderrecords:all',
  'bus:orderrecords:export',
  'bus:orderrecords:issue',
  'bus:orderrecords:refund',
  'bus:orderrecords:review',
  'bus:orderrecords:settle',
];
const settings: Permit[] = [
  'sys:user:index',
  'sys:user:add',
  'sys:user:edit',
  'sys:user:del',
  'sys:user:password',
  'sys:user:export',
  'sys:organ:index',
  'sys:organ:add',
  'sys:organ:edit',
  'sys:organ:del',
  'sys:dict:index',
  'sys:dictitem:add',
  'sys:dictitem:edit',
  'sys:dictitem:del',
  'sys:frame:index',
  'sys:frame:edit',
];
const accounts: Permit[] = [
  'wxmp:wxapp:index',
  'wxmp:wxapp:add',
  'wxmp:wxapp:edit',
  'wxmp:wxapp:del',
  'wxmp:wxapp:export',
];
const readers: Permit[] = ['bus:notice:index', 'bus:sysnotice:index'];
const staff: Permit[] = [
  ...readers,
  'bus:riskrule:index',
  'bus:score:index',
  'bus:enterprise:index',
  'bus:enterprise:get',
  ...ofDeclared('enterprise'),
];
// Whoever runs an enterprise keeps its registers; who may do a certain act there is said by the post (decision 0046).
const management: Permit[] = [
  ...new Set<Permit>([
    ...staff,
    ...ofDeclared('management'),
    ...followers,
    'bus:enterprise:edit',
    'bus:enterprise:submit',
    'bus:dailyeducationreport:index',
    'bus:dailyeducationreport:export',
  ]),
];

const texts = {
  system: '三员之一：管理账号、机构和系统设置；不能授予角色以外的权限，不能查看日志',
  security: '三员之一：设置角色和权限，给人员授予角色，停用和启用账号；自己不需要持有所授的权限',
  audit: '三员之一：查看和导出日志，此外没有任何权限',
} as const;

// Three administrations, each in hands of its own (三员, S77): docs/decisions/0035.
const platformRoles: Record<string, SeedRole> = {
  ROLE_SYSTEM_ADMIN: {
    name: '系统管理员',
    description: texts.system,
    userType: 'platform',
    permits: [
      ...settings,
      'bus:sysnotice:index',
      'bus:sysnotice:add',
      'bus:sysnotice:edit',
      'bus:sysnotice:del',
      'bus:sysnotice:publish',
      ...ofDeclared('platform'),
      'sys:tenant:index',
      'sys:tenant:add',
      'sys:tenant:edit',
      'sys:tenant:del',
      'sys:tenant:enter',
      'sys:dict:add',
      'sys:dict:edit',
      'sys:dict:del',
      'sys:openapi:get',
    ],
  },
  ROLE_SECURITY_ADMIN: {
    name: '安全管理员',
    description: texts.security,
    userType: 'platform',
    permits: [...security, 'sys:menu:index', 'sys:menu:add', 'sys:menu:edit', 'sys:menu:del'],
  },
  ROLE_AUDIT_ADMIN: { name: '审计管理员', description: texts.audit, userType: 'platform', permits: auditing },
  ROLE_ADMIN: {
    name: '平台管理员',
    userType: 'platform',
    permits: [
      ...people,
      ...ofDeclared('platform'),
      ...plans,
      'bus:riskrule:index',
      'bus:riskrule:edit',
      'bus:sysnotice:index',
      'bus:sysnotice:add',
      'bus:sysnotice:edit',
      'bus:sysnotice:del',
      'bus:sysnotice:publish',
      'sys:organ:index',
      'sys:organ:add',
      'sys:organ:edit',
      'sys:organ:del',
      'sys:tenant:index',
      'sys:tenant:add',
      'sys:tenant:edit',
      'sys:tenant:del',
      'sys:tenant:enter',
      'sys:frame:index',
      'sys:frame:edit',
      'sys:dict:index',
      'sys:dict:add',
      'sys:dict:edit',
      'sys:dict:del',
      'sys:dictitem:add',
      'sys:dictitem:edit',
      'sys:dictitem:del',
      'sys:role:index',
      'sys:role:add',
      'sys:role:edit',
      'sys:role:del',
      'sys:role:perm',
      'sys:menu:index',
      'sys:menu:add',
      'sys:menu:edit',
      'sys:menu:del',
      'sys:log:index',
      'sys:log:export',
      'sys:token:index',
      'sys:token:del',
      'sys:openapi:get',
    ],
  },
};
const tenantRoles: Record<string, SeedRole> = {
  ROLE_SYSTEM_ADMIN: {
    name: '系统管理员',
    description: texts.system,
    userType: 'regulator',
    permits: [
      ...settings,
      ...accounts,
      ...calendar,
      ...assessments,
      ...officers,
      'bus:officer:index',
      'sys:user:import',
      'sys:region:index',
      'sys:region:add',
      'sys:region:edit',
      'sys:region:del',
      'sys:entry:allow',
      'bus:setting:index',
      'bus:setting:edit',
    ],
  },
  ROLE_SECURITY_ADMIN: { name: '安全管理员', description: texts.security, userType: 'regulator', permits: security },
  ROLE_AUDIT_ADMIN: { name: '审计管理员', description: texts.audit, userType: 'regulator', permits: auditing },
  ROLE_TENANT_ADMIN: {
    name: '租户管理员',
    userType: 'regulator',
    permits: [
      ...regulator,
      ...people,
      ...plans,
      ...orders,
      ...accounts,
      ...calendar,
      ...assessments,
      ...officers,
      'sys:user:import',
      'sys:role:index',
      'sys:role:add',
      'sys:role:edit',
      'sys:role:del',
      'sys:role:perm',
      'sys:organ:add',
      'sys:organ:edit',
      'sys:organ:del',
      'sys:log:index',
      'sys:log:del',
      'sys:log:export',
      'sys:token:index',
      'sys:token:del',
      'sys:region:index',
      'sys:region:add',
      'sys:region:edit',
      'sys:region:del',
      'sys:dictitem:add',
      'sys:dictitem:edit',
      'sys:dictitem:del',
      'sys:entry:allow',
      'bus:setting:index',
      'bus:setting:edit',
      'sys:frame:index',
      'sys:frame:edit',
    ],
  },
  ROLE_REGULATOR: { name: '监管人员', userType: 'regulator', permits: regulator },
  ROLE_ENT_ADMIN: {
    name: '企业管理员',
    userType: 'enterprise',
    permits: [
      ...management,
      ...people,
      ...accounts,
      'sys:user:import',
      'bus:enterprise:suspend',
      'bus:enterprise:logo',
      'bus:enterprise:pay',
    ],
  },
  ROLE_ENT_SAFETY: { name: '企业安全管理员', userType: 'enterprise', permits: management },
  ROLE_ENT_STAFF: { name: '企业员工', userType: 'enterprise', permits: staff },
  ROLE_SHOP: { name: '店铺用户', userType: 'shop', permits: [...readers, ...ofDeclared('shop')] },
};

/** The roles that come with the product: the platform's own, or those of every other tenant. */
export const presetsOf = (tenantId: string): Readonly<Record<string, SeedRole>> =>
  tenantId === '0' ? platformRoles : tenantRoles;

// Nobody's role: what is said of people who hold none.
const reserved = new Set([...Object.keys(platformRoles), ...Object.keys(tenantRoles), 'ROLE_NONE']);
/** Whether a code is kept for what comes with the product. */
export const isReserved = (code: string): boolean => reserved.has(code);
