// Waiting for work that goes on by itself.
import { expect } from 'vitest';
import type { TestHouse } from './house.ts';

/** Waits until a tenant's work is over; rows that a specimen put there by hand have nothing to do. */
export async function workOver(house: TestHouse, tenantId: string): Promise<void> {
  const underWay = () =>
    house.sql(`select id from job where tenant_id = $1 and state in ('waiting', 'running') and params <> '{}'`, [
      tenantId,
    ]);
  await expect.poll(underWay, { timeout: 30_000 }).toEqual([]);
}
