import type { UserType } from '@anlan/contract/modules/session/session';

/** Somebody who has the phone. */
export interface PhoneHolder {
  id: string;
  username: string;
  type: UserType;
  lock_flag: '0' | '9';
  approval: 'approved' | 'pending' | 'rejected';
}

/** Whose account a phone opens, or why that cannot be said. */
export type Holder<T> = { kind: 'one'; person: T } | { kind: 'none' } | { kind: 'several'; sameType: boolean };

/** Decides between people who share a phone: by kind, then by who may sign in at all; never by guessing. */
export function holderOf<T extends PhoneHolder>(people: readonly T[], wanted: UserType | undefined): Holder<T> {
  const asked = people.filter(({ type }) => wanted === undefined || type === wanted);
  const able = asked.filter(({ lock_flag, approval }) => lock_flag === '0' && approval === 'approved');
  // Nobody may: the eldest is refused in the words that fit.
  const [first, ...others] = able.length > 0 ? able : asked.slice(0, 1);
  if (first === undefined) return { kind: 'none' };
  if (others.length === 0) return { kind: 'one', person: first };
  return { kind: 'several', sameType: others.every(({ type }) => type === first.type) };
}
