import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { SmsType } from '@anlan/contract/modules/sms/sms';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { PublicKind, SmsTables } from './tables.ts';

const { on, selectFrom, updateTable, deleteFrom } = tenantTables<SmsTables>();

/** Takes locks, so that requests for one phone, and for one address, run one after the other. */
export async function queueUp(tx: Tx, phoneIndex: string | null, address: string) {
  for (const lock of [...(phoneIndex === null ? [] : [`attempt phone ${phoneIndex}`]), `attempt address ${address}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(on(tx));
}

export async function attemptsOf(
  tx: Tx,
  kind: PublicKind,
  by: { phoneIndex: string } | { address: string },
  since: Date,
  most: number,
): Promise<Date[]> {
  const all = on(tx).selectFrom('public_attempt').select('at').where('kind', '=', kind).where('at', '>', since);
  const mine = 'address' in by ? all.where('address', '=', by.address) : all.where('phone_index', '=', by.phoneIndex);
  return (await mine.orderBy('at', 'desc').limit(most).execute()).map(({ at }) => at);
}

export async function attemptsIn(tx: Tx, kind: PublicKind, tenantId: string, since: Date): Promise<number> {
  const { count } = await on(tx)
    .selectFrom('public_attempt')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('kind', '=', kind)
    .where('tenant_id', '=', tenantId)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const countAttempt = (tx: Tx, row: SmsTables['public_attempt']) =>
  on(tx).insertInto('public_attempt').values(row).execute();

export const keepCode = (tx: Tx, row: Omit<SmsTables['sms_code'], 'tries' | 'tries_by' | 'used_at'>) =>
  on(tx)
    .insertInto('sms_code')
    .values({ ...row, tries: 0, tries_by: '{}', used_at: null })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'type', 'phone_index']).doUpdateSet({
        code_hash: row.code_hash,
        ends_at: row.ends_at,
        asked_from: row.asked_from,
        tries: 0,
        tries_by: '{}',
        used_at: null,
      }),
    )
    .execute();

export interface CodeKey {
  tenantId: string;
  type: SmsType;
  phoneIndex: string;
}

const triesOf = (network: string | RawBuilder<string>) => sql<number>`coalesce((tries_by->>${network})::int, 0)`;
const withTries = (network: string, more: 1 | -1) =>
  sql<string>`tries_by || jsonb_build_object(${network}::text, ${triesOf(network)} + ${more}::int)`;

/**
 * Counts an attempt and returns the hash to compare. Undefined without a valid code or after too many attempts. Each
 * network has its own limit; all networks except the requester's also share one.
 */
export const tryCode = (
  tx: Tx,
  { tenantId, type, phoneIndex }: CodeKey,
  network: string,
  now: Date,
  most: { network: number; elsewhere: number },
) =>
  on(tx)
    .updateTable('sms_code')
    .set((eb) => ({ tries: eb('tries', '+', 1), tries_by: withTries(network, 1) }))
    .where('tenant_id', '=', tenantId)
    .where('type', '=', type)
    .where('phone_index', '=', phoneIndex)
    .where('used_at', 'is', null)
    .where('ends_at', '>', now)
    .where(triesOf(network), '<', most.network)
    .where(
      sql<SqlBool>`(asked_from = ${network} or tries - ${triesOf(sql.ref<string>('asked_from'))} < ${most.elsewhere})`,
    )
    .returning('code_hash')
    .executeTakeFirst();

/** Takes back a counted attempt that was correct but had no effect. Needs the row lock of `tryCode`. */
export const untryCode = (tx: Tx, { tenantId, type, phoneIndex }: CodeKey, network: string) =>
  on(tx)
    .updateTable('sms_code')
    .set((eb) => ({ tries: eb('tries', '-', 1), tries_by: withTries(network, -1) }))
    .where('tenant_id', '=', tenantId)
    .where('type', '=', type)
    .where('phone_index', '=', phoneIndex)
    .execute();

/** Consumes a code. Needs the row lock of `tryCode`. */
export const spendCode = (tx: Tx, { tenantId, type, phoneIndex }: CodeKey, now: Date) =>
  on(tx)
    .updateTable('sms_code')
    .set({ used_at: now })
    .where('tenant_id', '=', tenantId)
    .where('type', '=', type)
    .where('phone_index', '=', phoneIndex)
    .execute();

export const keepProof = (tx: Tx, row: Omit<SmsTables['sms_proof'], 'used_at' | 'files' | 'bytes'>) =>
  on(tx)
    .insertInto('sms_proof')
    .values({ ...row, used_at: null, files: 0, bytes: 0 })
    .execute();

export interface ProofPlace {
  tenantId: string;
  type: SmsType;
  hash: string;
}

export const findProof = (tx: Tx, { tenantId, type, hash }: ProofPlace, now: Date) =>
  on(tx)
    .selectFrom('sms_proof')
    .select(['id', 'phone_sealed'])
    .where('hash', '=', hash)
    .where('tenant_id', '=', tenantId)
    .where('type', '=', type)
    .where('used_at', 'is', null)
    .where('ends_at', '>', now)
    .executeTakeFirst();

export const spendProof = (tx: Tx, { tenantId, type, hash }: ProofPlace, now: Date) =>
  on(tx)
    .updateTable('sms_proof')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('tenant_id', '=', tenantId)
    .where('type', '=', type)
    .where('used_at', 'is', null)
    .where('ends_at', '>', now)
    .returning(['id', 'phone_sealed'])
    .executeTakeFirst();

export const returnProof = (tx: Tx, tenantId: string, id: string) =>
  on(tx)
    .updateTable('sms_proof')
    .set({ used_at: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();

export const takeUpload = (tx: Tx, { tenantId, type, hash }: ProofPlace, now: Date, files: number) =>
  on(tx)
    .updateTable('sms_proof')
    .set((eb) => ({ files: eb('files', '+', 1) }))
    .where('hash', '=', hash)
    .where('tenant_id', '=', tenantId)
    .where('type', '=', type)
    .where('used_at', 'is', null)
    .where('ends_at', '>', now)
    .where('files', '<', files)
    .returning(['id', 'bytes'])
    .executeTakeFirst();

export const returnUpload = (tx: Tx, tenantId: string, id: string) =>
  on(tx)
    .updateTable('sms_proof')
    .set((eb) => ({ files: eb('files', '-', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute();

/** Subtracts the bytes of an upload from the allowance. Returns false when the allowance is too small. */
export const weighUpload = async (tx: Tx, tenantId: string, id: string, bytes: number, most: number) =>
  (await on(tx)
    .updateTable('sms_proof')
    .set((eb) => ({ bytes: eb('bytes', '+', bytes) }))
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('bytes', '<=', most - bytes)
    .returning('id')
    .executeTakeFirst()) !== undefined;

export const dropProofs = (tx: Tx, before: Date) =>
  on(tx).deleteFrom('sms_proof').where('ends_at', '<', before).returning(['tenant_id', 'id', 'files']).execute();

export async function sweep(tx: Tx, now: Date, countedBefore: Date) {
  await on(tx).deleteFrom('sms_code').where('ends_at', '<', now).execute();
  await on(tx).deleteFrom('public_attempt').where('at', '<', countedBefore).execute();
}

/** Deletes old messages of the tenant. `spareQueued`: do not delete messages that were never sent. */
export function dropMessages(tx: Tx, before: Date, spareQueued: boolean) {
  const old = deleteFrom(tx, 'sms_message').where('created_at', '<', before);
  return (spareQueued ? old.where('state', '<>', 'queued') : old).execute();
}

export const queueMessage = (tx: Tx, row: Omit<SmsTables['sms_message'], 'tenant_id' | 'state' | 'note' | 'receipt'>) =>
  on(tx)
    .insertInto('sms_message')
    .values({ ...row, tenant_id: tx.scope.tenantId, state: 'queued', note: null, receipt: null })
    .execute();

export const findQueued = (tx: Tx, id: string) =>
  selectFrom(tx, 'sms_message')
    .select(['phone_sealed', 'template', 'params', 'created_at'])
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst();

/** Sets the final result of a message and deletes its phone and parameters. */
export const endMessage = (
  tx: Tx,
  id: string,
  end: { state: 'sent' | 'failed'; note: string | null; receipt: string | null; now: Date },
) =>
  updateTable(tx, 'sms_message')
    .set({
      state: end.state,
      note: end.note,
      receipt: end.receipt,
      phone_sealed: null,
      params: null,
      updated_at: end.now,
    })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();

const platform = '0';
// Uses the database clock, because clocks of several machines differ.
const absentAfter = '45 seconds';

export const readFare = async (tx: Tx): Promise<{ downSince: Date | null; isManned: boolean }> => {
  const row = await on(tx)
    .selectFrom('sms_fare')
    .select([
      'down_since',
      sql<boolean>`coalesce(sender_at > anlan_now() - ${absentAfter}::interval, false)`.as('manned'),
    ])
    .where('tenant_id', '=', platform)
    .executeTakeFirst();
  return { downSince: row?.down_since ?? null, isManned: row?.manned ?? false };
};

/** Stores whether the SMS service works. Needs the platform's scope. */
export const writeFare = (tx: Tx, down_since: Date | null) =>
  on(tx)
    .insertInto('sms_fare')
    .values({ tenant_id: platform, down_since, sender_at: null })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ down_since }))
    .execute();

/** Stores the heartbeat of a process that sends messages. Needs the platform's scope. */
export const writeSender = (tx: Tx) =>
  on(tx)
    .insertInto('sms_fare')
    .values({ tenant_id: platform, down_since: null, sender_at: sql<Date>`anlan_now()` })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ sender_at: sql<Date>`anlan_now()` }))
    .execute();
