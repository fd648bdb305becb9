const waiting = new Set<() => void>();

/** Runs the callback after the next paint; returns a cancel function. All queued callbacks run together. */
export function afterPaint(then: () => void): () => void {
  if (waiting.size === 0)
    requestAnimationFrame(() =>
      setTimeout(() => {
        const all = [...waiting];
        waiting.clear();
        for (const each of all) each();
      }),
    );
  waiting.add(then);
  return () => void waiting.delete(then);
}
