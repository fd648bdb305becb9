export interface Clock {
  now(): Date;
}

let offsetMs = 0;

/** Moves the clock of this process and of the database connections that it opens afterwards (CLOCK_OFFSET). */
export function moveClock(milliseconds: number): void {
  offsetMs = milliseconds;
}

export const systemClock: Clock = { now: () => new Date(Date.now() + offsetMs) };

/** Start-up options of a database connection, which give SQL the clock of this process. */
export const clockSettings = (): { options?: string } =>
  offsetMs === 0 ? {} : { options: `-c anlan.clock_offset=${offsetMs / 1000}s` };
