import { dayOf, formatInstant } from '@anlan/contract/domain/instant';
import type { WorkBody } from '@anlan/contract/modules/delivery/offline-work';
import { isPending, type Work } from '#lib/offline/outbox.ts';

const dayMs = 86_400_000;
/** Work that is unsent for this many days shows a warning. */
const warnDays = 3;

/** A line of the ledger of offline work: the work on one row on one day, either pending or finished. */
export interface Line {
  key: string;
  title: string;
  /** The state of the whole line: 已送达 until every item has been compared with the server. */
  state: Work['state'];
  at: number;
  steps: number;
  photos: number;
  bytes: number;
  /** Number of discarded items: the answer of another device counted, or the items were sent again. */
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

/** Groups work items into ledger lines, newest first: one line per row and day, from all devices. */
export function linesOf(works: readonly Work[]): Line[] {
  const lines = new Map<string, Work[]>();
  for (const work of works) {
    const key = [work.record, work.state === 'queued', dayOf(new Date(work.at))].join(' ');
    lines.set(key, [...(lines.get(key) ?? []), work]);
  }
  return [...lines].map(([key, of]) => lineOf(key, of)).sort((one, other) => other.at - one.at);
}

type Answered = WorkBody<'inspection.answer'>;
// The cast is safe: this app wrote the body as an answer.
const answeredIn = ({ body }: Work): Answered | null => (body === undefined ? null : (JSON.parse(body) as Answered));

/** Groups conflicting answers by check item, so that the user decides once per item. */
export function rivalsOf(works: readonly Work[]): Work[][] {
  const items = new Map<string, Work[]>();
  for (const work of works) {
    if (work.state !== 'rivalled') continue;
    const key = `${work.record} ${answeredIn(work)?.key ?? work.id}`;
    items.set(key, [...(items.get(key) ?? []), work]);
  }
  return [...items.values()];
}

/**
 * Merges several answers to one check item into one answer. `seen` is the state on the server that the user has seen.
 */
export function wholeAnswer(works: readonly Work[], seen: string | null): Answered | null {
  const [first, ...more] = works.flatMap((work) => answeredIn(work) ?? []);
  return first
    ? { ...first, seen, given: more.reduce((all, { given: itemAnswer }) => ({ ...all, ...itemAnswer }), first.given) }
    : null;
}

export const daysOf = (at: number, now: number): number => Math.floor((now - at) / dayMs);
export function overdueOf(works: readonly Work[], now: number): { count: number; days: number } {
  const late = works.filter((work) => isPending(work) && daysOf(work.at, now) >= warnDays);
  return { count: late.length, days: Math.max(0, ...late.map(({ at }) => daysOf(at, now))) };
}

export function momentOf(at: number, now: number): string {
  const text = formatInstant(new Date(at));
  const day = text.slice(0, 10);
  const time = text.slice(11, 16);
  if (day === dayOf(new Date(now))) return `今天 ${time}`;
  if (day === dayOf(new Date(now - dayMs))) return `昨天 ${time}`;
  return text.slice(5, 16);
}

export const megabytes = (bytes: number): string => `${Math.max(0.1, Math.round(bytes / 104_857.6) / 10)} MB`;
