import type { UserType } from '@anlan/contract/modules/session/session';
import type { UserRow } from '@anlan/contract/modules/user/admin';

export function typesOf(own: UserType): readonly UserType[] {
  if (own === 'platform') return ['platform'];
  return own === 'regulator' ? ['regulator', 'enterprise', 'shop'] : [own];
}

function standingOf({ approval, lockFlag, mustChangePassword }: UserRow) {
  if (approval !== 'approved') return approval;
  if (lockFlag === 'locked') return 'locked';
  return mustChangePassword ? 'change' : 'normal';
}

/** Values of the list and the form that a row of the call contains in another shape. */
export const shownValues = (row: UserRow) => ({
  roleIds: row.roleList.map(({ id }) => id),
  enterpriseIds: row.enterprises.map(({ id }) => id),
  roles: row.roleList.map(({ name }) => name).join('、'),
  standing: standingOf(row),
});
