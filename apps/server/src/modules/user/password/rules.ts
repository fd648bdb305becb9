import { limits } from '@anlan/contract/limits';

export interface Aging {
  password_hash: string | null;
  password_changed_at: Date | null;
  created_at: Date;
  demo_mode: boolean;
}

/** Time at which a password expires in a tenant with level-three protection; null when nobody could change it. */
export const passwordEnd = ({ password_hash, password_changed_at, created_at, demo_mode }: Aging): Date | null =>
  password_hash === null || demo_mode
    ? null
    : new Date((password_changed_at ?? created_at).getTime() + limits.password.protectedDays * 86_400_000);

/** Whether the person must change the password before anything else: another person set it, or it has expired (S03). */
export function mustChangePassword(
  user: Aging & { must_change_password: boolean },
  protects: boolean,
  now: Date,
): boolean {
  const end = protects ? passwordEnd(user) : null;
  return user.must_change_password || (end !== null && end <= now);
}
