import type { LogType, ReportedError } from '@anlan/contract/modules/audit/log';
import { addDays, parseInstant } from '@anlan/contract/domain/instant';
import { firstIdSince } from '#kernel/ids.ts';

export interface LogFilter {
  type?: LogType | undefined;
  call?: string | undefined;
  outcome?: 'done' | 'failed' | undefined;
  userId?: string | undefined;
  userName?: string | undefined;
  remoteAddr?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** First and last audit id of a range of days; ids are ordered by time. */
export const idsBetween = ({ from, to }: Pick<LogFilter, 'from' | 'to'>) => ({
  first: from === undefined ? null : firstIdSince(parseInstant(`${from} 00:00:00`)),
  beyond: to === undefined ? null : firstIdSince(parseInstant(`${addDays(to, 1)} 00:00:00`)),
});

/** The URL without query and fragment, which may contain private data. */
export const withoutQuery = (url: string | null | undefined): string | null => url?.replace(/[?#].*$/s, '') ?? null;

/** Time of a browser error by the clock of the browser. Null if it is not plausible. */
export function happenedAt({ time }: ReportedError): Date | null {
  if (!time) return null;
  const local = parseInstant(time);
  const moment = Number.isNaN(local.getTime()) ? new Date(time) : local;
  const year = moment.getUTCFullYear();
  return year >= 2000 && year < 2200 ? moment : null;
}
