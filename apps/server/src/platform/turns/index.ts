import { AppError } from '#kernel/errors.ts';

/** Costly work: so much at once, and a line that nobody can hold alone (S68). */
export interface Turns {
  /** Does the work when its turn comes; keys take turns, whatever each of them has waiting. */
  take<T>(key: string, work: () => T | Promise<T>): Promise<T>;
  /** What waits. */
  waiting(): number;
}

interface Waiter {
  go: () => void;
  leave: (error: AppError) => void;
}

/**
 * Opens a line. When it is full, whoever has most waiting gives way to one who has less; else the newcomer hears 503.
 * So does whoever has waited longer than the patience, in milliseconds.
 */
export function createTurns({
  atOnce,
  longest,
  patienceMs,
}: {
  atOnce: number;
  longest: number;
  patienceMs?: number;
}): Turns {
  // In the order of their turns: who was served goes to the end.
  const lines = new Map<string, Waiter[]>();
  let running = 0;
  let total = 0;

  function makeRoom(key: string) {
    if (total < longest) return;
    const mine = lines.get(key)?.length ?? 0;
    let widest: Waiter[] = [];
    for (const line of lines.values()) if (line.length > widest.length) widest = line;
    if (widest.length <= mine + 1) throw new AppError('unavailable');
    widest.pop()?.leave(new AppError('unavailable'));
    total -= 1;
  }

  function giveUp(key: string, waiter: Waiter) {
    const line = lines.get(key) ?? [];
    line.splice(line.indexOf(waiter), 1);
    if (line.length === 0) lines.delete(key);
    total -= 1;
    waiter.leave(new AppError('unavailable'));
  }

  function next() {
    for (const [key, line] of lines) {
      const first = line.shift();
      lines.delete(key);
      if (!first) continue;
      if (line.length > 0) lines.set(key, line);
      total -= 1;
      // Handed over, so that a newcomer cannot slip in between.
      first.go();
      return;
    }
    running -= 1;
  }

  return {
    async take(key, work) {
      if (running < atOnce) running += 1;
      else {
        makeRoom(key);
        await new Promise<void>((go, leave) => {
          const line = lines.get(key) ?? [];
          const waiter: Waiter = { go, leave };
          line.push(waiter);
          lines.set(key, line);
          total += 1;
          if (patienceMs === undefined) return;
          const patience = setTimeout(() => giveUp(key, waiter), patienceMs);
          waiter.go = () => (clearTimeout(patience), go());
          waiter.leave = (error) => (clearTimeout(patience), leave(error));
        });
      }
      try {
        return await work();
      } finally {
        // Not in the same breath: other requests come in between two pieces of work.
        setImmediate(next);
      }
    },
    waiting: () => total,
  };
}
