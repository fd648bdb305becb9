import pg from 'pg';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';

/**
 * Stores the idempotency key together with its write, right before the commit. Returns whether a key was stored. Throws
 * when the caller's lease has expired, so that no key takes effect twice.
 */
export async function markEffect(client: pg.PoolClient, { intent }: Scope): Promise<boolean> {
  if (!intent?.open) return false;
  // Allows this transaction to access the tables of the HTTP layer, for its last two statements.
  const { rows } = await client.query<{ wrote: boolean }>(
    `select pg_current_xact_id_if_assigned() is not null as wrote, set_config('anlan.wall', 'on', true)`,
  );
  if (rows[0]?.wrote !== true) return false;
  const marked = await client.query(
    `update idempotency set effect_at = anlan_now() where tenant_id = $1 and claim = $2 and outcome is null`,
    [intent.tenantId, intent.claim],
  );
  if (marked.rowCount !== 1) throw new AppError('unavailable');
  return true;
}
