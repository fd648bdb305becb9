/**
 * Adds functions that the oldest supported browsers lack: Chromium 109, Safari 15.4, Firefox 115. Contains only
 * functions that the build calls. tools/floor.ts finds missing functions.
 */
function fill(owner: object, made: object): void {
  for (const [name, value] of Object.entries(made))
    if (!(name in owner)) Object.defineProperty(owner, name, { value, configurable: true, writable: true });
}

fill(Array.prototype, {
  toReversed<T>(this: T[]): T[] {
    return [...this].reverse();
  },
  toSorted<T>(this: T[], compare?: (one: T, other: T) => number): T[] {
    return [...this].sort(compare);
  },
});

fill(String.prototype, {
  toWellFormed(this: string): string {
    return this.replace(/\p{Surrogate}/gu, '\ufffd');
  },
});

fill(URL, {
  canParse(url: string, base?: string): boolean {
    try {
      return new URL(url, base).href !== '';
    } catch {
      return false;
    }
  },
});

fill(AbortSignal, {
  timeout(ms: number): AbortSignal {
    const end = new AbortController();
    setTimeout(() => end.abort(new DOMException('signal timed out', 'TimeoutError')), ms);
    return end.signal;
  },
  any(signals: Iterable<AbortSignal>): AbortSignal {
    const end = new AbortController();
    for (const one of signals) {
      if (one.aborted) end.abort(one.reason);
      one.addEventListener('abort', () => end.abort(one.reason), { signal: end.signal });
    }
    return end.signal;
  },
});

// Supports no options: checks only whether the element has a box.
fill(globalThis.Element?.prototype ?? {}, {
  checkVisibility(this: Element): boolean {
    return this.getClientRects().length > 0;
  },
});
