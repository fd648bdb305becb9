/**
 * What is under way in this process, by name: a second request for the same waits here for its end. It would otherwise wait
 * at the row of the first, with a connection of its own that others need.
 */
export function createUnderway() {
  const running = new Map<string, Promise<void>>();
  return {
    /** The end of the first of what is under way under these names; undefined where nothing is. */
    endOf: (names: readonly string[]): Promise<void> | undefined =>
      names.map((name) => running.get(name)).find((one) => one !== undefined),
    /** Does work under names that nothing is under way under. */
    async hold<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
      const { promise, resolve: ended } = Promise.withResolvers<void>();
      for (const name of names) running.set(name, promise);
      try {
        return await work();
      } finally {
        for (const name of names) running.delete(name);
        ended();
      }
    },
  };
}
