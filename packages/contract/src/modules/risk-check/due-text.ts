import { formatInstant } from '../../domain/instant.ts';

/** Last minute of a check, `yyyy-MM-dd HH:mm`. A check that must be done before 00:00 is due on the day before. */
export const lastMinuteOf = (dueAt: Date): string => formatInstant(new Date(dueAt.getTime() - 60_000)).slice(0, 16);
