// The state of a queue: the current position, and the result of each record.

export interface Queued {
  readonly id: string;
  readonly version: number;
}

/**
 * A queue: its records in list order, the index of the current one, and the ids of seen, processed and self-changed
 * records.
 */
export interface Queue {
  readonly line: readonly Queued[];
  readonly at: number;
  readonly seen: ReadonlySet<string>;
  readonly done: ReadonlySet<string>;
  readonly own: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();
const adding = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => new Set([...set, id]);

export function goTo(queue: Queue, at: number): Queue {
  const id = queue.line[at]?.id;
  return id === undefined ? queue : { ...queue, at, seen: adding(queue.seen, id) };
}

export const begin = (line: readonly Queued[]): Queue => goTo({ line, at: 0, seen: none, done: none, own: none }, 0);

export const markDone = (queue: Queue, id: string): Queue => ({ ...queue, done: adding(queue.done, id) });
/** Marks a record that the user changed, so that the change is not reported as made by another user. */
export const markOwn = (queue: Queue, id: string): Queue => ({ ...queue, own: adding(queue.own, id) });

/** Index of the next unprocessed record; null when none follows. */
export function nextOf({ line, at, done }: Queue): number | null {
  const next = line.findIndex(({ id }, place) => place > at && !done.has(id));
  return next < 0 ? null : next;
}
export const beforeOf = ({ at }: Queue): number | null => (at > 0 ? at - 1 : null);

/** The summary message at the end of a queue; null when the user processed nothing and left early. */
export function resultOf({ line, at, seen, done }: Queue, isOver: boolean, counter: string): string | null {
  const current = line[at]?.id;
  const skipped = [...seen].filter((id) => !done.has(id) && (isOver || id !== current)).length;
  const left = line.length - done.size - skipped;
  if (!isOver && done.size === 0) return null;
  return [
    `已处理 ${done.size} ${counter}`,
    ...(skipped > 0 ? [`跳过 ${skipped} ${counter}`] : []),
    ...(left > 0 ? [`还有 ${left} ${counter}没有处理`] : []),
  ].join('，');
}

/** What another user did to a record meanwhile. gone: removed; taken: finished; changed: edited. */
export type Meanwhile = 'gone' | 'taken' | 'changed';

export function meanwhileOf(
  seen: Queued,
  now: Queued | null,
  offers: number,
  { done, own }: Pick<Queue, 'done' | 'own'>,
): Meanwhile | null {
  if (done.has(seen.id)) return null;
  if (now === null) return 'gone';
  if (now.version === seen.version || own.has(seen.id)) return null;
  return offers === 0 ? 'taken' : 'changed';
}
