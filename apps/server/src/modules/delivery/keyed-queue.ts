/**
 * Queue per key within this process. Without it, a second request with the same key would wait for a row lock and
 * occupy a database connection.
 */
export function createKeyedQueue() {
  const running = new Map<string, Promise<void>>();
  return {
    endOf: (names: readonly string[]): Promise<void> | undefined =>
      names.map((name) => running.get(name)).find((one) => one !== undefined),
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
