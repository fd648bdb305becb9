/** Work that is asked for more often than it has to be done. */
interface Paced {
  /** Asks for it once more; what is asked for before it is done is done once. */
  ask: () => void;
  /** Whatever was asked for is not done any more. */
  stop: () => void;
}

/** Does something `soonMs` after it was asked for, and rests for `restMs` before it does it again. */
export function paced(work: () => void, soonMs: () => number, restMs: number): Paced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let doneAt = Number.NEGATIVE_INFINITY;
  const run = () => {
    timer = undefined;
    doneAt = Date.now();
    work();
  };
  return {
    ask() {
      // A clock that was set back makes nobody wait longer than the rest.
      timer ??= setTimeout(run, soonMs() + Math.max(0, Math.min(restMs, doneAt + restMs - Date.now())));
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
