// One record after the other: where a person is in a queue, and what became of it.

/** A record as the queue saw it when it began. */
export interface Queued {
  readonly id: string;
  readonly version: number;
}

/** A queue: the records in the order of their list, where the person is, and what they did. */
export interface Queue {
  readonly line: readonly Queued[];
  readonly at: number;
  /** Records that were shown. */
  readonly seen: ReadonlySet<string>;
  /** Records with which the person did something. */
  readonly done: ReadonlySet<string>;
  /** Records that the person changed themselves. */
  readonly own: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();
const adding = (set: ReadonlySet<string>, id: string): ReadonlySet<string> => new Set([...set, id]);

/** Shows the record of a place. */
export function goTo(queue: Queue, at: number): Queue {
  const id = queue.line[at]?.id;
  return id === undefined ? queue : { ...queue, at, seen: adding(queue.seen, id) };
}

/** A queue at its first record. */
export const begin = (line: readonly Queued[]): Queue => goTo({ line, at: 0, seen: none, done: none, own: none }, 0);

/** The person did something with a record. */
export const markDone = (queue: Queue, id: string): Queue => ({ ...queue, done: adding(queue.done, id) });
/** The person changes a record otherwise: what is new about it is no news to them. */
export const markOwn = (queue: Queue, id: string): Queue => ({ ...queue, own: adding(queue.own, id) });

/** Place of the next record that waits; null where none follows. */
export function nextOf({ line, at, done }: Queue): number | null {
  const next = line.findIndex(({ id }, place) => place > at && !done.has(id));
  return next < 0 ? null : next;
}
/** Place of the record before; null at the first. */
export const beforeOf = ({ at }: Queue): number | null => (at > 0 ? at - 1 : null);

/** What is said at the end; null where nothing was done with any and the person left early. */
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

/** What happened to a record since the queue saw it: it is gone, there is nothing left to do, or it is another. */
export type Meanwhile = 'gone' | 'taken' | 'changed';

/** What a person has to know of a record that others worked on meanwhile; null where nothing. */
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
