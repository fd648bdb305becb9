interface Throttled {
  ask: () => void;
  stop: () => void;
}

/** Throttles `work`: it runs `soonMs` after a request, and at most once per `restMs`. */
export function throttle(work: () => void, soonMs: () => number, restMs: number): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let doneAt = Number.NEGATIVE_INFINITY;
  const run = () => {
    timer = undefined;
    doneAt = Date.now();
    work();
  };
  return {
    ask() {
      // If the clock was set back, the difference would be large; the wait is limited to `restMs`.
      timer ??= setTimeout(run, soonMs() + Math.max(0, Math.min(restMs, doneAt + restMs - Date.now())));
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
