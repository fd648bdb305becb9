// Waiting for work that goes on by itself.
import { expect } from 'vitest';
import type { TestApp } from './app.ts';

/** Waits until a tenant's work is over; rows that a fixture put there by hand have nothing to do. */
export async function workOver(app: TestApp, tenantId: string): Promise<void> {
  const underWay = () =>
    app.sql(`select id from job where tenant_id = $1 and state in ('waiting', 'running') and params <> '{}'`, [
      tenantId,
    ]);
  await expect.poll(underWay, { timeout: 30_000 }).toEqual([]);
}

/**
 * Waits until the queues, but for some, have nothing left to do for a tenant: much of it begins a moment after what it
 * follows from, as scores do. What is put aside until a restore is released stays.
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
