/** When somebody was last seen at work in any browser tab of a session. */
export interface LastSeen {
  /** Names the session. */
  key: string;
  /** Epoch milliseconds. */
  at: number;
}

/** For how long a movement is not noted anew, in milliseconds. */
export const toldEveryMs = 1_000;

/** For how long a person is warned before the screen locks, in milliseconds. */
export const warnMs = 30_000;

/** When a screen that was last seen in use at an instant locks. */
export const lockInstant = (at: number, minutes: number): number => at + minutes * 60_000;

/** Whether the screen locks so soon that a person is warned, or was to lock already. */
export const isNear = (at: number, now: number, minutes: number): boolean =>
  minutes > 0 && now >= lockInstant(at, minutes) - warnMs;

/** Whether so many idle minutes are over; a clock that was set back counts from now. */
export const isIdle = (at: number, now: number, minutes: number): boolean =>
  minutes > 0 && now >= lockInstant(at, minutes);

/** The later of two sightings of one session; what is said of another session, or of a time to come, does not count. */
export function laterSeen(known: LastSeen, told: LastSeen | undefined, now: number): LastSeen {
  if (!told || told.key !== known.key || told.at > now || told.at <= known.at) return known;
  return told;
}

/** When somebody was seen last, as a page that begins knows it: what was kept of this session, else now. */
export const seenBefore = (kept: LastSeen | undefined, now: LastSeen): LastSeen =>
  kept && kept.key === now.key && kept.at <= now.at ? kept : now;
