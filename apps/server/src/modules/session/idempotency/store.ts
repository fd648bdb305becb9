import { sql, type SqlBool } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';

interface IdempotencyTables {
  idempotency: {
    tenant_id: string;
    actor: string;
    call: string;
    key: string;
    body_hash: string;
    file_hash: string | null;
    claim: string;
    lease_ends_at: Date;
    effect_at: Date | null;
    outcome: string | null;
    created_at: Date;
  };
}

const on = tables<IdempotencyTables>();

export type KeyPlace = Pick<IdempotencyTables['idempotency'], 'tenant_id' | 'actor' | 'call' | 'key'>;
export type Claim = Pick<IdempotencyTables['idempotency'], 'tenant_id' | 'claim'>;

// Leases use the clock of the database, because all nodes share it.
const lease = (seconds: number) => sql<Date>`anlan_now() + make_interval(secs => ${seconds})`;
const over = sql<SqlBool>`lease_ends_at < anlan_now()`;

const at = (tx: Tx, place: KeyPlace) =>
  on(tx)
    .selectFrom('idempotency')
    .where('tenant_id', '=', place.tenant_id)
    .where('actor', '=', place.actor)
    .where('call', '=', place.call)
    .where('key', '=', place.key);

/** Inserts the key. Returns false when the key exists already; a key older than `before` is replaced. */
export async function insert(
  tx: Tx,
  row: KeyPlace & Pick<IdempotencyTables['idempotency'], 'body_hash' | 'claim' | 'created_at'>,
  seconds: number,
  before: Date,
): Promise<boolean> {
  await on(tx)
    .deleteFrom('idempotency')
    .where('tenant_id', '=', row.tenant_id)
    .where('actor', '=', row.actor)
    .where('call', '=', row.call)
    .where('key', '=', row.key)
    .where('created_at', '<', before)
    .execute();
  const made = await on(tx)
    .insertInto('idempotency')
    .values({ ...row, lease_ends_at: lease(seconds) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('claim')
    .execute();
  return made.length === 1;
}

export const find = (tx: Tx, place: KeyPlace) =>
  at(tx, place)
    .select(['body_hash', 'file_hash', 'claim', 'effect_at', 'outcome', over.as('dead')])
    .executeTakeFirst();

/**
 * Takes over the expired claim of a dead node. Returns false when the claim is still valid or another node was faster.
 */
export async function takeOver(tx: Tx, { tenant_id, claim }: Claim, mine: string, seconds: number): Promise<boolean> {
  const updateResult = await on(tx)
    .updateTable('idempotency')
    .set({ claim: mine, lease_ends_at: lease(seconds) })
    .where('tenant_id', '=', tenant_id)
    .where('claim', '=', claim)
    .where('effect_at', 'is', null)
    .where('outcome', 'is', null)
    .where(over)
    .returning('claim')
    .execute();
  return updateResult.length === 1;
}

export const settle = (tx: Tx, { tenant_id, claim }: Claim, outcome: string, fileHash: string | null) =>
  on(tx)
    .updateTable('idempotency')
    .set({ outcome, file_hash: fileHash })
    .where('tenant_id', '=', tenant_id)
    .where('claim', '=', claim)
    .where('outcome', 'is', null)
    .execute();

export const release = (tx: Tx, { tenant_id, claim }: Claim) =>
  on(tx)
    .deleteFrom('idempotency')
    .where('tenant_id', '=', tenant_id)
    .where('claim', '=', claim)
    .where('effect_at', 'is', null)
    .where('outcome', 'is', null)
    .execute();

/** Extends the leases of claims whose requests still run. */
export const extend = (tx: Tx, claims: readonly string[], seconds: number) =>
  on(tx)
    .updateTable('idempotency')
    .set({ lease_ends_at: lease(seconds) })
    .where('claim', 'in', claims)
    .where('outcome', 'is', null)
    .execute();

export const sweep = (tx: Tx, before: Date) =>
  on(tx).deleteFrom('idempotency').where('created_at', '<', before).execute();
