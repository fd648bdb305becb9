export interface LastSeen {
  key: string;
  /** Time of the last activity, epoch milliseconds. */
  at: number;
}

/** Activity is recorded at most once in this interval, in milliseconds. */
export const toldEveryMs = 1_000;

export const warnMs = 30_000;

export const lockInstant = (at: number, minutes: number): number => at + minutes * 60_000;

/** Whether the lock warning must show; also true after the lock time. */
export const isNear = (at: number, now: number, minutes: number): boolean =>
  minutes > 0 && now >= lockInstant(at, minutes) - warnMs;

/** Whether the user was idle for `minutes`. When the clock was set back, counting restarts now. */
export const isIdle = (at: number, now: number, minutes: number): boolean =>
  minutes > 0 && now >= lockInstant(at, minutes);

/** Returns the later of two activity records. A record of another session or with a future time is ignored. */
export function laterSeen(current: LastSeen, other: LastSeen | undefined, now: number): LastSeen {
  if (!other || other.key !== current.key || other.at > now || other.at <= current.at) return current;
  return other;
}

/** The last activity at page load: the stored record of this session, or now. */
export const seenBefore = (stored: LastSeen | undefined, now: LastSeen): LastSeen =>
  stored && stored.key === now.key && stored.at <= now.at ? stored : now;
