// Waits for background jobs.
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** Waits until a tenant's jobs have ended. Ignores job rows that a fixture inserted. */
export async function workOver(app: TestApp, tenantId: string): Promise<void> {
  const underWay = () =>
    app.sql(`select id from job where tenant_id = $1 and state in ('waiting', 'running') and params <> '{}'`, [
      tenantId,
    ]);
  await expect.poll(underWay, { timeout: 30_000 }).toEqual([]);
}

/**
 * Waits until a tenant's queues are empty, except those in `but`. Many jobs, such as scores, start with a delay.
 * Ignores jobs that wait for the release of a restore.
 */
export async function queuesOver(app: TestApp, tenantId: string, but: readonly string[] = []): Promise<void> {
  const left = () =>
    app.sql(
      `select name, state from pgboss.job where data->>'tenantId' = $1 and not name = any ($2)
         and state < 'completed' and start_after < now() + interval '1 minute'`,
      [tenantId, but],
    );
  await expect.poll(left, { timeout: 30_000 }).toEqual([]);
}
