import { vi } from 'vitest';
import type { TestApp } from './app.ts';

/**
 * Vacuums tables until their pages are known to be seen by all: plans that read indexes alone are judged by that, and
 * a transaction of the server that was still open beside a vacuum leaves pages out.
 */
export async function vacuumed(app: TestApp, ...tables: string[]): Promise<void> {
  await vi.waitFor(
    async () => {
      // Commits of the test cluster are not waited for; a vacuum takes rows as seen by all once they are written down.
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
