import type { UserType } from '@anlan/contract/modules/session/session';

const below: Readonly<Record<UserType, readonly UserType[]>> = {
  platform: ['platform'],
  regulator: ['regulator', 'enterprise', 'shop'],
  enterprise: ['enterprise'],
  shop: ['shop'],
};

/** The kinds of people that somebody of a kind may make and equip: their own, and those an authority looks after. */
export const typesBelow = (type: UserType | null): readonly UserType[] => (type === null ? [] : below[type]);

/** What makes somebody give the permits of all roles without holding them (S77). */
export const delegate = 'sys:role:delegate';

// Rights that reach every role of a tenant, what an authority says to everybody, and its acts on whole lists of
// enterprises and on where they stand are for those who run it.
const onlyForAuthorities =
  /^(sys:(role|menu|tenant):|bus:officer:|bus:(notice|sysnotice):(?!index$)|bus:riskrule:edit$|bus:enterprise:(import|export|audit)$)/;

/** Whether people of a kind may hold a permit at all: what the others have nevertheless counts for nobody (S32). */
export const mayHold = (type: UserType, permit: string): boolean =>
  type === 'regulator' || type === 'platform' || !onlyForAuthorities.test(permit);

/** What would leave a tenant to nobody when its last active holder went (S34). */
export const neverWithout = {
  'sys:role:edit': '至少保留一名能编辑角色的在用管理员',
  'sys:role:perm': '至少保留一名能分配权限的在用管理员',
  'sys:user:edit': '至少保留一名能编辑用户的在用管理员',
} as const;
