import { randomInt } from 'node:crypto';
import type { UserType } from '@anlan/contract/modules/session/session';
import type { Approval, LockFlag, UserAbility } from '@anlan/contract/modules/user/admin';
import { isMaskedPhone } from '@anlan/contract/domain/phone';
import type { Scope } from '#kernel/scope.ts';

export interface UserFilter {
  keyword?: string | undefined;
  type?: UserType | undefined;
  lockFlag?: LockFlag | undefined;
  approval?: Approval | undefined;
  roleId?: string | undefined;
  organId?: string | undefined;
  enterpriseId?: string | undefined;
}

export interface Target {
  id: string;
  type: UserType;
  locked: boolean;
  approval: Approval;
  enterpriseIds: readonly string[];
  isEnterpriseAdmin: boolean;
}

/**
 * Whether the caller sees a person: staff of an enterprise see their colleagues, other callers see everybody of their
 * tenant.
 */
export function isVisible(scope: Pick<Scope, 'userType' | 'enterpriseId'>, target: Target): boolean {
  if (scope.userType !== 'enterprise') return true;
  return (
    target.type === 'enterprise' && scope.enterpriseId !== null && target.enterpriseIds.includes(scope.enterpriseId)
  );
}

/**
 * Whether the caller may manage the account; an enterprise may not when the person also works for another enterprise
 * (S22, S32).
 */
export function runs(scope: Pick<Scope, 'userType' | 'enterpriseId'>, target: Target): boolean {
  if (!isVisible(scope, target)) return false;
  if (scope.userType !== 'enterprise') return scope.userType === 'platform' || target.type !== 'platform';
  return target.enterpriseIds.every((id) => id === scope.enterpriseId);
}

/**
 * Actions that the caller may do with a person. Whether the caller has the permits of the person's roles is checked
 * later, at the action (S32).
 */
export function abilitiesOf(scope: Scope, target: Target): UserAbility[] {
  const may = (verb: 'edit' | 'lock' | 'password' | 'del') => scope.permits.has(`sys:user:${verb}`);
  const own = scope.userId === target.id;
  const abilities: UserAbility[] = [];
  if (!runs(scope, target)) {
    // An enterprise may not manage a person who also works for another enterprise. It may only remove the person.
    if (scope.userType === 'enterprise' && isVisible(scope, target) && may('edit') && !own) abilities.push('unbind');
    return abilities;
  }
  if (may('edit')) {
    abilities.push('update');
    if (target.approval === 'pending') abilities.push('decide');
    if (
      target.type === 'enterprise' &&
      !target.isEnterpriseAdmin &&
      target.approval === 'approved' &&
      target.enterpriseIds.length > 0
    )
      abilities.push('makeAdmin');
  }
  if (scope.permits.has('sys:role:delegate') && !own && target.approval !== 'pending') abilities.push('roles');
  if (may('lock') && !own && target.approval !== 'pending') abilities.push(target.locked ? 'unlock' : 'lock');
  if (may('password') && !own && target.approval === 'approved') abilities.push('password');
  if (may('del') && !own) abilities.push('remove');
  return abilities;
}

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Creates a one-time password of sixteen characters that are not easily confused (S18). */
export const newPassword = (): string => Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('');

export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '****' : `${[...email][0]}****${email.slice(at)}`;
}
const isMaskedEmail = (email: string): boolean => /^.\*{4}@/u.test(email);

/** Removes contacts whose value is the mask itself, because the user did not edit them. */
export function withoutMasks<C extends { phone?: string | undefined; email?: string | null | undefined }>(
  contacts: C,
): C {
  const unmaskedContacts = { ...contacts };
  if (unmaskedContacts.phone !== undefined && isMaskedPhone(unmaskedContacts.phone)) delete unmaskedContacts.phone;
  if (typeof unmaskedContacts.email === 'string' && isMaskedEmail(unmaskedContacts.email))
    delete unmaskedContacts.email;
  if (unmaskedContacts.email === '') unmaskedContacts.email = null;
  return unmaskedContacts;
}

/** Pseudonym of a deleted account, so that its user name becomes free (S81). */
export const pseudonymOf = (id: string) => ({ username: `~${id}`, nick_name: `已删除用户${id.slice(-4)}` });

const wholePhone = /^1[3-9]\d{9}$/;
/** Whether a keyword is a complete phone. Phones are encrypted, so only an equal value can be found (S29). */
export const isPhone = (word: string): boolean => wholePhone.test(word);
