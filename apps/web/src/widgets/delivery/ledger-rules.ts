import { dayOf, formatInstant } from '@anlan/contract/domain/instant';
import type { WorkBody } from '@anlan/contract/modules/delivery/delivery';
import { isOwed, type Work } from '#lib/kept/outbox.ts';

const dayMs = 86_400_000;
/** From this day on somebody is warned that something was not sent. */
const warnDays = 3;

/** Pieces of work of one row that were done on one day, as one line of the ledger: what waits, or what is over. */
export interface Line {
  key: string;
  title: string;
  /** How far all of it is: 已送达 as long as one piece is not compared. */
  state: Work['state'];
  at: number;
  /** Answers and steps. */
  steps: number;
  photos: number;
  bytes: number;
  /** Pieces that were given up, as the other phone's counted or they were sent anew. */
  dropped: number;
  works: readonly Work[];
}

function lineOf(key: string, all: readonly Work[]): Line {
  const dropped = all.filter(({ state }) => state === 'dropped');
  const works = dropped.length < all.length ? all.filter(({ state }) => state !== 'dropped') : all;
  const photos = works.filter(({ photo }) => photo !== undefined);
  const [first] = works;
  return {
    key,
    title: first?.title ?? '',
    state: works.some(({ state }) => state === 'sent') ? 'sent' : (first?.state ?? 'queued'),
    at: Math.min(...all.map(({ at }) => at)),
    steps: works.length - photos.length,
    photos: photos.length,
    bytes: photos.reduce((sum, { photo }) => sum + (photo?.size ?? 0), 0),
    dropped: dropped.length < all.length ? dropped.length : 0,
    works,
  };
}

/** The lines of a ledger, the last first; a row has one of a day, on however many devices it was kept. */
export function linesOf(works: readonly Work[]): Line[] {
  const lines = new Map<string, Work[]>();
  for (const work of works) {
    const key = [work.record, work.state === 'queued', dayOf(new Date(work.at))].join(' ');
    lines.set(key, [...(lines.get(key) ?? []), work]);
  }
  return [...lines].map(([key, of]) => lineOf(key, of)).sort((one, other) => other.at - one.at);
}

type Answered = WorkBody<'inspection.answer'>;
// Written by us as the body of an answer.
const answeredIn = ({ body }: Work): Answered | null => (body === undefined ? null : (JSON.parse(body) as Answered));

/** Answers that another phone gave otherwise, those of one item together: a person decides of each item once. */
export function rivalsOf(works: readonly Work[]): Work[][] {
  const items = new Map<string, Work[]>();
  for (const work of works) {
    if (work.state !== 'rivalled') continue;
    const key = `${work.record} ${answeredIn(work)?.key ?? work.id}`;
    items.set(key, [...(items.get(key) ?? []), work]);
  }
  return [...items.values()];
}

/** All that was answered of one item as one answer, over what was `seen` there last. */
export function wholeAnswer(works: readonly Work[], seen: string | null): Answered | null {
  const [first, ...more] = works.flatMap((work) => answeredIn(work) ?? []);
  return first ? { ...first, seen, given: more.reduce((all, { given }) => ({ ...all, ...given }), first.given) } : null;
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
