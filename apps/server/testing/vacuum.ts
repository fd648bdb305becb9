import { vi } from 'vitest';
import type { TestApp } from './app.ts';

/**
 * Vacuums tables until all their pages are marked all-visible. Index-only plans need that, and a transaction that is
 * open during a vacuum prevents it.
 */
export async function vacuumed(app: TestApp, ...tables: string[]): Promise<void> {
  await vi.waitFor(
    async () => {
      // The test cluster commits asynchronously; a vacuum marks rows visible only after they are written.
      await app.sql('checkpoint');
      await app.sql(`vacuum analyze ${tables.join(', ')}`);
      const left = await app.sql<{ name: string }>(
        `select relname as name from pg_class where relkind = 'r' and relname = any($1) and relallvisible < 0.9 * relpages`,
        [tables],
      );
      if (left.length > 0) throw new Error(`pages of ${left.map(({ name }) => name).join()} are not seen by all`);
    },
    { timeout: 100_000, interval: 500 },
  );
}
