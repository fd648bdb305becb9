import { AppError } from '#kernel/errors.ts';

/** Limits concurrent costly work, with a queue that no key can occupy alone (S68). */
export interface FairQueue {
  /**
   * Runs the work when its slot is free; keys take turns. Work with `aside` is a job and does not make its key
   * active. Waiting work gets its queue position through `onWait`.
   */
  take<T>(key: string, work: () => T | Promise<T>, aside?: boolean, onWait?: (place: Place) => void): Promise<T>;
  waiting(): number;
  tally(): Readonly<QueueTally>;
}

export interface Place {
  ahead(): number;
  leave(error: AppError): void;
}

export interface QueueTally {
  taken: number;
  refused: number;
  /** `waitedMs`: total waiting time. `heldMs`: total run time. */
  waitedMs: number;
  heldMs: number;
}

interface Waiter {
  /** `go` starts the work, and gets a callback that must be called at the end of the work. */
  go: (end: () => void) => void;
  leave: (error: AppError) => void;
}

/** Limits of one key. The limits apply even while no other key waits, because running work cannot be interrupted. */
export interface Share {
  young: { alone: number; among: number };
  /** Milliseconds for which another key counts as active after its last arrival. */
  neighbourMs: number;
  /** Key without a limit for recently started work. The key never counts as active. */
  free: string;
  /**
   * Milliseconds for which running work counts as young, that is, recently started. Older work, for example in a lock
   * wait, no longer uses the share for young work.
   */
  youngMs: number;
  /** Maximum of running work of one key, regardless of its age. */
  most: number;
}

/**
 * Creates a fair queue. When the queue is full, the key with the most entries loses one entry to a key with fewer.
 * Otherwise the new entry is refused, by default with 503. Entries that wait longer than the patience (milliseconds)
 * are refused too. With `breathes`, the event loop runs between two entries.
 */
export function createFairQueue({
  atOnce,
  longest,
  patienceMs,
  share,
  breathes: yieldsToEventLoop = true,
  refusal = () => new AppError('unavailable'),
}: {
  atOnce: number;
  longest: number;
  patienceMs?: number;
  share?: Share;
  breathes?: boolean;
  refusal?: () => AppError;
}): FairQueue {
  // Waiting entries by key, in the order of turns: after a turn a key moves to the end.
  const lines = new Map<string, Waiter[]>();
  const held = new Map<string, { young: number; all: number }>();
  // The two keys that arrived most recently, with the time of their last arrival.
  let [last, before] = [
    { key: '', at: -Infinity },
    { key: '', at: -Infinity },
  ];
  let running = 0;
  let total = 0;
  const tally: QueueTally = { taken: 0, refused: 0, waitedMs: 0, heldMs: 0 };
  const sentAway = () => {
    tally.refused += 1;
    return refusal();
  };

  function note(key: string) {
    if (last.key !== key) [last, before] = [{ key, at: 0 }, last];
    last.at = performance.now();
  }

  function hasPlace(key: string): boolean {
    if (running >= atOnce) return false;
    const mine = share && held.get(key);
    if (!mine) return true;
    const other = last.key === key ? before : last;
    const among = performance.now() - other.at < share.neighbourMs;
    const young = key === share.free ? Infinity : among ? share.young.among : share.young.alone;
    return mine.young < young && mine.all < share.most;
  }

  function begin(key: string): () => void {
    running += 1;
    if (!share) return () => void (running -= 1);
    const mine = held.get(key) ?? { young: 0, all: 0 };
    held.set(key, mine);
    mine.young += 1;
    mine.all += 1;
    let isYoung = true;
    const grown = setTimeout(() => {
      isYoung = false;
      mine.young -= 1;
      next();
    }, share.youngMs);
    return () => {
      clearTimeout(grown);
      running -= 1;
      mine.all -= 1;
      if (isYoung) mine.young -= 1;
      if (mine.all === 0) held.delete(key);
    };
  }

  function makeRoom(key: string) {
    if (total < longest) return;
    const mine = lines.get(key)?.length ?? 0;
    let widest: Waiter[] = [];
    for (const line of lines.values()) if (line.length > widest.length) widest = line;
    if (widest.length <= mine + 1) throw sentAway();
    widest.pop()?.leave(sentAway());
    total -= 1;
  }

  /** Removes an entry from the queue. Returns false when the entry is not queued. */
  function removeEntry(key: string, waiter: Waiter): boolean {
    const line = lines.get(key) ?? [];
    const at = line.indexOf(waiter);
    if (at < 0) return false;
    line.splice(at, 1);
    if (line.length === 0) lines.delete(key);
    total -= 1;
    return true;
  }

  /**
   * Counts the running work and the entries before `waiter`. When the share of the key is used up, only entries of this
   * key count.
   */
  function aheadOf(key: string, waiter: Waiter): number {
    const at = Math.max(0, lines.get(key)?.indexOf(waiter) ?? 0);
    const mine = held.get(key)?.all ?? 0;
    if (share && mine >= share.most) return mine + at;
    let [before, isBefore] = [at, true];
    for (const [other, line] of lines) {
      if (other === key) isBefore = false;
      else before += Math.min(line.length, isBefore ? at + 1 : at);
    }
    return running + before;
  }

  function next() {
    for (const [key, line] of lines) {
      if (!hasPlace(key)) continue;
      const first = line.shift();
      lines.delete(key);
      if (!first) continue;
      if (line.length > 0) lines.set(key, line);
      total -= 1;
      // The entry starts synchronously here, so that no new entry can overtake it.
      first.go(begin(key));
      return;
    }
  }

  function waitInQueue(key: string, onWait?: (place: Place) => void): Promise<() => void> {
    makeRoom(key);
    return new Promise((go, leave) => {
      const line = lines.get(key) ?? [];
      const waiter: Waiter = { go, leave };
      line.push(waiter);
      lines.set(key, line);
      total += 1;
      onWait?.({
        ahead: () => aheadOf(key, waiter),
        leave: (error) => void (removeEntry(key, waiter) && waiter.leave(error)),
      });
      if (patienceMs === undefined) return;
      const patience = setTimeout(() => removeEntry(key, waiter) && waiter.leave(sentAway()), patienceMs);
      waiter.go = (end) => (clearTimeout(patience), go(end));
      waiter.leave = (error) => (clearTimeout(patience), leave(error));
    });
  }

  return {
    async take(key, work, aside = false, onWait) {
      if (share && !aside && key !== share.free) note(key);
      const requestedAt = performance.now();
      const end = hasPlace(key) ? begin(key) : await waitInQueue(key, onWait);
      const began = performance.now();
      tally.taken += 1;
      tally.waitedMs += began - requestedAt;
      try {
        return await work();
      } finally {
        tally.heldMs += performance.now() - began;
        const pass = () => (end(), next());
        if (yieldsToEventLoop) setImmediate(pass);
        else pass();
      }
    },
    waiting: () => total,
    tally: () => tally,
  };
}
