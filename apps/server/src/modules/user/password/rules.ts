import { limits } from '@anlan/contract/limits';

/** What the age of a password is read from. */
export interface Aging {
  password_hash: string | null;
  password_changed_at: Date | null;
  created_at: Date;
  demo_mode: boolean;
}

/** When a password is too old in a tenant protected at level three; null where nobody could change it. */
export const passwordEnd = ({ password_hash, password_changed_at, created_at, demo_mode }: Aging): Date | null =>
  password_hash === null || demo_mode
    ? null
    : new Date((password_changed_at ?? created_at).getTime() + limits.password.protectedDays * 86_400_000);

/** Whether nothing goes on before a person has another password: this one was given, or is too old (S03). */
export function mustChangePassword(
  user: Aging & { must_change_password: boolean },
  protects: boolean,
  now: Date,
): boolean {
  const end = protects ? passwordEnd(user) : null;
  return user.must_change_password || (end !== null && end <= now);
}
