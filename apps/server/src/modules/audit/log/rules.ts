import type { LogType, ReportedError } from '@anlan/contract/modules/audit/log';
import { addDays, parseInstant } from '@anlan/contract/domain/instant';
import { firstIdSince } from '#kernel/ids.ts';

/** What the logs are narrowed by. */
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

/** The ids that days bound: ids are made in the order of time. */
export const idsBetween = ({ from, to }: Pick<LogFilter, 'from' | 'to'>) => ({
  first: from === undefined ? null : firstIdSince(parseInstant(`${from} 00:00:00`)),
  beyond: to === undefined ? null : firstIdSince(parseInstant(`${addDays(to, 1)} 00:00:00`)),
});

/** A page's address without what its query may hold. */
export const withoutQuery = (url: string | null | undefined): string | null => url?.replace(/[?#].*$/s, '') ?? null;

/** When it happened by the browser's clock, or null when that says nothing. */
export function happenedAt({ time }: ReportedError): Date | null {
  if (!time) return null;
  const local = parseInstant(time);
  const moment = Number.isNaN(local.getTime()) ? new Date(time) : local;
  const year = moment.getUTCFullYear();
  return year >= 2000 && year < 2200 ? moment : null;
}
