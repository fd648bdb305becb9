import type { PresetRole } from '@anlan/contract/kit/module';
import { duties } from '@anlan/contract/modules';
import type { SeedRole } from '../renewal/rules.ts';

const texts = {
  system: '三员之一：管理账号、机构和系统设置；不能授予角色以外的权限，不能查看日志',
  security: '三员之一：设置角色和权限，给人员授予角色，停用和启用账号；自己不需要持有所授的权限',
  audit: '三员之一：查看和导出日志，此外没有任何权限',
} as const;

const preset = (code: PresetRole, role: Omit<SeedRole, 'permits'>): SeedRole => ({
  ...role,
  permits: duties.flatMap(({ roles, permits }) => (roles.includes(code) ? permits : [])),
});

// Three separate administrator duties (三员, S77): docs/decisions/0035.
const platformRoles: Record<string, SeedRole> = {
  ROLE_SYSTEM_ADMIN: preset('PLATFORM_SYSTEM_ADMIN', {
    name: '系统管理员',
    description: texts.system,
    userType: 'platform',
  }),
  ROLE_SECURITY_ADMIN: preset('PLATFORM_SECURITY_ADMIN', {
    name: '安全管理员',
    description: texts.security,
    userType: 'platform',
  }),
  ROLE_AUDIT_ADMIN: preset('PLATFORM_AUDIT_ADMIN', {
    name: '审计管理员',
    description: texts.audit,
    userType: 'platform',
  }),
  ROLE_ADMIN: preset('PLATFORM_ADMIN', { name: '平台管理员', userType: 'platform' }),
};
const tenantRoles: Record<string, SeedRole> = {
  ROLE_SYSTEM_ADMIN: preset('SYSTEM_ADMIN', {
    name: '系统管理员',
    description: texts.system,
    userType: 'regulator',
  }),
  ROLE_SECURITY_ADMIN: preset('SECURITY_ADMIN', {
    name: '安全管理员',
    description: texts.security,
    userType: 'regulator',
  }),
  ROLE_AUDIT_ADMIN: preset('AUDIT_ADMIN', { name: '审计管理员', description: texts.audit, userType: 'regulator' }),
  ROLE_TENANT_ADMIN: preset('TENANT_ADMIN', { name: '租户管理员', userType: 'regulator' }),
  ROLE_REGULATOR: preset('REGULATOR', { name: '监管人员', userType: 'regulator' }),
  ROLE_ENT_ADMIN: preset('ENT_ADMIN', { name: '企业管理员', userType: 'enterprise' }),
  ROLE_ENT_SAFETY: preset('ENT_SAFETY', { name: '企业安全管理员', userType: 'enterprise' }),
  ROLE_ENT_STAFF: preset('ENT_STAFF', { name: '企业员工', userType: 'enterprise' }),
  ROLE_SHOP: preset('SHOP', { name: '店铺用户', userType: 'shop' }),
};

export const presetsOf = (tenantId: string): Readonly<Record<string, SeedRole>> =>
  tenantId === '0' ? platformRoles : tenantRoles;

// ROLE_NONE means a user without a role.
const reserved = new Set([...Object.keys(platformRoles), ...Object.keys(tenantRoles), 'ROLE_NONE']);
export const isReserved = (code: string): boolean => reserved.has(code);
