import type { UserType } from '@anlan/contract/domain/session';

const below: Readonly<Record<UserType, readonly UserType[]>> = {
  platform: ['platform'],
  regulator: ['regulator', 'enterprise', 'shop'],
  enterprise: ['enterprise'],
  shop: ['shop'],
};

/** The kinds of people that somebody of a kind may make and equip: their own, and those an authority looks after. */
export const typesBelow = (type: UserType | null): readonly UserType[] => (type === null ? [] : below[type]);

/** Rights that reach every role of a tenant are for those who run it (S32). */
export const onlyForRunners = (permit: string): boolean =>
  permit.startsWith('sys:role:') || permit.startsWith('sys:menu:') || permit.startsWith('sys:tenant:');

/** What would leave a tenant to nobody when its last active holder went (S34). */
export const neverWithout = {
  'sys:role:edit': '至少保留一名能编辑角色的在用管理员',
  'sys:role:perm': '至少保留一名能分配权限的在用管理员',
  'sys:user:edit': '至少保留一名能编辑用户的在用管理员',
} as const;
