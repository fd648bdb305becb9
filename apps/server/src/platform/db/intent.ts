import pg from 'pg';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';

/**
 * Marks the effect of a keyed write in the transaction that makes it, right before its commit; answers whether it did.
 * Whoever lost the claim in the meantime (its lease ran out) is refused here, so that no key takes effect twice.
 */
export async function markEffect(client: pg.PoolClient, { intent }: Scope): Promise<boolean> {
  if (!intent?.open) return false;
  // The HTTP layer's tables open for the two statements that end this transaction.
  const { rows } = await client.query<{ wrote: boolean }>(
    `select pg_current_xact_id_if_assigned() is not null as wrote, set_config('anlan.wall', 'on', true)`,
  );
  if (rows[0]?.wrote !== true) return false;
  const marked = await client.query(
    `update idempotency set effect_at = now() where tenant_id = $1 and claim = $2 and outcome is null`,
    [intent.tenantId, intent.claim],
  );
  if (marked.rowCount !== 1) throw new AppError('unavailable');
  return true;
}
