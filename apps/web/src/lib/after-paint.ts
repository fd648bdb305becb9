const waiting = new Set<() => void>();

/** Calls back once what stands now has been painted; the answer forgets it. All who wait are called in one go. */
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
