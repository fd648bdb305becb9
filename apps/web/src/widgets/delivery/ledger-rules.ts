import { dayOf, formatInstant } from '@anlan/contract/domain/instant';
import { isOwed, type Work } from '#lib/kept/outbox.ts';

const dayMs = 86_400_000;
/** From this day on somebody is warned that something was not sent. */
const warnDays = 3;

/** Pieces of work of one row that were done on one day and are equally far, as one line of the ledger. */
export interface Line {
  key: string;
  title: string;
  state: Work['state'];
  at: number;
  /** Answers and steps. */
  steps: number;
  photos: number;
  bytes: number;
  works: readonly Work[];
}

/** The lines of a ledger, the last first. */
export function linesOf(works: readonly Work[]): Line[] {
  const lines = new Map<string, Work[]>();
  for (const work of works) {
    const key = [work.record, work.state, dayOf(new Date(work.at))].join(' ');
    lines.set(key, [...(lines.get(key) ?? []), work]);
  }
  return [...lines]
    .map(([key, of]) => {
      const [first] = of;
      const photos = of.filter(({ photo }) => photo !== undefined);
      return {
        key,
        title: first?.title ?? '',
        state: first?.state ?? 'queued',
        at: Math.min(...of.map(({ at }) => at)),
        steps: of.length - photos.length,
        photos: photos.length,
        bytes: photos.reduce((sum, { photo }) => sum + (photo?.size ?? 0), 0),
        works: of,
      };
    })
    .sort((one, other) => other.at - one.at);
}

/** For how many whole days something has waited. */
export const daysOf = (at: number, now: number): number => Math.floor((now - at) / dayMs);
/** How many pieces of work have waited so long that somebody must be told, and for how many days the oldest. */
export function overdueOf(works: readonly Work[], now: number): { count: number; days: number } {
  const late = works.filter((work) => isOwed(work) && daysOf(work.at, now) >= warnDays);
  return { count: late.length, days: Math.max(0, ...late.map(({ at }) => daysOf(at, now))) };
}

/** A moment as people read it beside others of these days. */
export function momentOf(at: number, now: number): string {
  const text = formatInstant(new Date(at));
  const day = text.slice(0, 10);
  const time = text.slice(11, 16);
  if (day === dayOf(new Date(now))) return `今天 ${time}`;
  if (day === dayOf(new Date(now - dayMs))) return `昨天 ${time}`;
  return text.slice(5, 16);
}

/** A size as people read it. */
export const megabytes = (bytes: number): string => `${Math.max(0.1, Math.round(bytes / 104_857.6) / 10)} MB`;
