import type { UserType } from '@anlan/contract/modules/session/session';

const below: Readonly<Record<UserType, readonly UserType[]>> = {
  platform: ['platform'],
  regulator: ['regulator', 'enterprise', 'shop'],
  enterprise: ['enterprise'],
  shop: ['shop'],
};

/** The user types that a user of this type may create and grant roles to. */
export const typesBelow = (type: UserType | null): readonly UserType[] => (type === null ? [] : below[type]);

/** Permit to grant every permit to roles without holding it oneself (S77). */
export const delegate = 'sys:role:delegate';

// Permits that only authorities may hold: roles, announcements and bulk changes of enterprises.
const onlyForAuthorities =
  /^(sys:(role|menu|tenant):|bus:officer:|bus:(notice|sysnotice):(?!index$)|bus:riskrule:edit$|bus:enterprise:(import|export|audit)$)/;

/** Whether a user type may hold a permit. A granted permit outside the user type has no effect (S32). */
export const mayHold = (type: UserType, permit: string): boolean =>
  type === 'regulator' || type === 'platform' || !onlyForAuthorities.test(permit);

/** A tenant needs an active holder of each of these permits (S34). */
export const neverWithout = {
  'sys:role:edit': '至少保留一名能编辑角色的在用管理员',
  'sys:role:perm': '至少保留一名能分配权限的在用管理员',
  'sys:user:edit': '至少保留一名能编辑用户的在用管理员',
} as const;
