import type { UserType } from '@anlan/contract/modules/session/session';

export interface PhoneHolder {
  id: string;
  username: string;
  type: UserType;
  lock_flag: '0' | '9';
  approval: 'approved' | 'pending' | 'rejected';
}

export type Holder<T> = { kind: 'one'; person: T } | { kind: 'none' } | { kind: 'several'; sameType: boolean };

/**
 * Selects one of the people who share a phone: by user type, then by who may sign in. Returns `several` if more than
 * one of them may sign in.
 */
export function holderOf<T extends PhoneHolder>(people: readonly T[], wanted: UserType | undefined): Holder<T> {
  const ofKind = people.filter(({ type }) => wanted === undefined || type === wanted);
  const able = ofKind.filter(({ lock_flag, approval }) => lock_flag === '0' && approval === 'approved');
  // When none of them may sign in, the oldest account is selected, and its refusal is returned.
  const [first, ...others] = able.length > 0 ? able : ofKind.slice(0, 1);
  if (first === undefined) return { kind: 'none' };
  if (others.length === 0) return { kind: 'one', person: first };
  return { kind: 'several', sameType: others.every(({ type }) => type === first.type) };
}
