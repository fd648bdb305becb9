import { randomInt } from 'node:crypto';
import type { UserType } from '@anlan/contract/modules/session/session';
import type { Approval, LockFlag, UserAbility } from '@anlan/contract/modules/user/admin';
import { isMaskedPhone } from '@anlan/contract/domain/phone';
import type { Scope } from '#kernel/scope.ts';

/** What a list of people is narrowed by, in clean words. */
export interface UserFilter {
  keyword?: string | undefined;
  type?: UserType | undefined;
  lockFlag?: LockFlag | undefined;
  approval?: Approval | undefined;
  roleId?: string | undefined;
  organId?: string | undefined;
  enterpriseId?: string | undefined;
}

/** What decides who may do what with a person. */
export interface Target {
  id: string;
  type: UserType;
  locked: boolean;
  approval: Approval;
  /** The enterprises that the person is bound to, as far as the caller's divisions reach. */
  enterpriseIds: readonly string[];
  isEnterpriseAdmin: boolean;
}

/** Whether the caller sees a person at all: an enterprise its own staff, everybody else whoever is of their tenant. */
export function isVisible(scope: Pick<Scope, 'userType' | 'enterpriseId'>, target: Target): boolean {
  if (scope.userType !== 'enterprise') return true;
  return (
    target.type === 'enterprise' && scope.enterpriseId !== null && target.enterpriseIds.includes(scope.enterpriseId)
  );
}

/** Whether the account is the caller's to run: an enterprise runs nobody who also works for another one (S22, S32). */
export function runs(scope: Pick<Scope, 'userType' | 'enterpriseId'>, target: Target): boolean {
  if (!isVisible(scope, target)) return false;
  if (scope.userType !== 'enterprise') return scope.userType === 'platform' || target.type !== 'platform';
  return target.enterpriseIds.every((id) => id === scope.enterpriseId);
}

/** What the caller may do with a person; roles that the caller lacks are refused when it is done (S32). */
export function abilitiesOf(scope: Scope, target: Target): UserAbility[] {
  const may = (verb: 'edit' | 'lock' | 'password' | 'del') => scope.permits.has(`sys:user:${verb}`);
  const own = scope.userId === target.id;
  const abilities: UserAbility[] = [];
  if (!runs(scope, target)) {
    // Somebody who also works elsewhere may leave this enterprise, and nothing else.
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
/** A password for one use: sixteen characters that nobody mistakes for each other (S18). */
export const newPassword = (): string => Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('');

/** Hides the name of a mail address but its first letter. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '****' : `${[...email][0]}****${email.slice(at)}`;
}
const isMaskedEmail = (email: string): boolean => /^.\*{4}@/u.test(email);

/** Contacts equal to their mask were never changed: they are dropped from what comes in. */
export function withoutMasks<C extends { phone?: string | undefined; email?: string | null | undefined }>(given: C): C {
  const kept = { ...given };
  if (kept.phone !== undefined && isMaskedPhone(kept.phone)) delete kept.phone;
  if (typeof kept.email === 'string' && isMaskedEmail(kept.email)) delete kept.email;
  if (kept.email === '') kept.email = null;
  return kept;
}

/** The name that a deleted account frees and the one its traces keep (S81). */
export const pseudonymOf = (id: string) => ({ username: `~${id}`, nick_name: `已删除用户${id.slice(-4)}` });

const wholePhone = /^1[3-9]\d{9}$/;
/** Whether a word is a whole phone: classified fields are found by equality alone (S29). */
export const isPhone = (word: string): boolean => wholePhone.test(word);
