import { AppError } from '#kernel/errors.ts';

/** Costly work: so much at once, and a line that nobody can hold alone (S68). */
export interface FairQueue {
  /**
   * Does the work when its turn comes; keys take turns, whatever each of them has waiting. What nobody waits for is aside:
   * it makes its key nobody's neighbour. Work that has to wait hears of its place in the line at once.
   */
  take<T>(key: string, work: () => T | Promise<T>, aside?: boolean, onWait?: (place: Place) => void): Promise<T>;
  /** What waits. */
  waiting(): number;
  /** What has been so far. */
  tally(): Readonly<QueueTally>;
}

/** The place of work that waits. */
export interface Place {
  /** How much is in front of it, what goes on included. */
  ahead(): number;
  /** Leaves the line; the work is refused with this. */
  leave(error: AppError): void;
}

/** Turns since the beginning. */
export interface QueueTally {
  /** Turns that came. */
  taken: number;
  /** Those for whom there was no room, or who waited too long. */
  refused: number;
  /** How long the turns were waited for, and how long they were held, in milliseconds. */
  waitedMs: number;
  heldMs: number;
}

interface Waiter {
  /** Told how its work ends. */
  go: (end: () => void) => void;
  leave: (error: AppError) => void;
}

/** What one key may hold at once, even while nobody else wants anything: what runs cannot be taken back. */
export interface Share {
  /** Pieces of work that have just begun, by itself and while others come too. */
  young: { alone: number; among: number };
  /** For how long after it came another counts as here. */
  lonelyMs: number;
  /** Whose pieces may all be young, and who is nobody's neighbour. */
  free: string;
  /** How long a piece counts as that; one that waits for a lock, or reads for long, gives its place to the next. */
  youngMs: number;
  /** Pieces of work of any age. */
  most: number;
}

/**
 * Opens a line. When it is full, whoever has most waiting gives way to one who has less; else the newcomer is refused,
 * by 503 where nothing else is said. So is whoever has waited longer than the patience, in milliseconds. Work that holds the loop by itself lets other
 * requests in between two pieces (it breathes); what waits elsewhere is handed on at once.
 */
export function createFairQueue({
  atOnce,
  longest,
  patienceMs,
  share,
  breathes = true,
  refusal = () => new AppError('unavailable'),
}: {
  atOnce: number;
  longest: number;
  patienceMs?: number;
  share?: Share;
  breathes?: boolean;
  /** What somebody for whom there is no room hears. */
  refusal?: () => AppError;
}): FairQueue {
  // In the order of their turns: who was served goes to the end.
  const lines = new Map<string, Waiter[]>();
  const held = new Map<string, { young: number; all: number }>();
  // When the last two that came were last here.
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
    const among = performance.now() - other.at < share.lonelyMs;
    const young = key === share.free ? Infinity : among ? share.young.among : share.young.alone;
    return mine.young < young && mine.all < share.most;
  }

  /** Begins a piece of work, and answers how it ends. */
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

  /** Takes somebody out of the line; false where they are in it no more. */
  function takeOut(key: string, waiter: Waiter): boolean {
    const line = lines.get(key) ?? [];
    const at = line.indexOf(waiter);
    if (at < 0) return false;
    line.splice(at, 1);
    if (line.length === 0) lines.delete(key);
    total -= 1;
    return true;
  }

  /** How much is in front: one's own share where that is used up, else what goes on and whose turns come before. */
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
      // Begun here, so that a newcomer cannot slip in between.
      first.go(begin(key));
      return;
    }
  }

  function inLine(key: string, onWait?: (place: Place) => void): Promise<() => void> {
    makeRoom(key);
    return new Promise((go, leave) => {
      const line = lines.get(key) ?? [];
      const waiter: Waiter = { go, leave };
      line.push(waiter);
      lines.set(key, line);
      total += 1;
      onWait?.({
        ahead: () => aheadOf(key, waiter),
        leave: (error) => void (takeOut(key, waiter) && waiter.leave(error)),
      });
      if (patienceMs === undefined) return;
      const patience = setTimeout(() => takeOut(key, waiter) && waiter.leave(sentAway()), patienceMs);
      waiter.go = (end) => (clearTimeout(patience), go(end));
      waiter.leave = (error) => (clearTimeout(patience), leave(error));
    });
  }

  return {
    async take(key, work, aside = false, onWait) {
      if (share && !aside && key !== share.free) note(key);
      const asked = performance.now();
      const end = hasPlace(key) ? begin(key) : await inLine(key, onWait);
      const began = performance.now();
      tally.taken += 1;
      tally.waitedMs += began - asked;
      try {
        return await work();
      } finally {
        tally.heldMs += performance.now() - began;
        const pass = () => (end(), next());
        if (breathes) setImmediate(pass);
        else pass();
      }
    },
    waiting: () => total,
    tally: () => tally,
  };
}
