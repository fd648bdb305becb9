import { sql } from 'kysely';
import type { ConflictingAnswer, DuplicateLocation } from '@anlan/contract/modules/delivery/offline-work';
import { firstOf, type Tx } from '#platform/db/index.ts';
import { anyOfIds, preparedStatement } from '#platform/db/prepared-statement.ts';

export interface StoredDelivery {
  id: string;
  hash: string;
  done_at: Date;
  clock_off: number;
  received_at: Date;
  outcome: 'done' | 'rivalled';
  rival: ConflictingAnswer | null;
  file_id: string | null;
  file_name: string | null;
  same: DuplicateLocation | null;
}
const columns = sql`id, hash, done_at, clock_off, received_at, outcome, rival, file_id, file_name, same`;

const sent = preparedStatement<StoredDelivery, [tenantId: string, userId: string | null, ids: readonly string[]]>(
  'delivery.sent',
  (tenantId, userId, ids) => sql`select ${columns} from delivery
    where tenant_id = ${tenantId} and user_id = ${userId} and id = ${anyOfIds(ids)}`,
);
export const findDeliveries = (tx: Tx, ids: readonly string[]): Promise<StoredDelivery[]> =>
  sent(tx, tx.scope.tenantId, tx.scope.userId, [...ids]);

export interface Arriving {
  id: string;
  kind: string;
  hash: string;
  body: string;
  doneAt: Date;
  clockOff: number;
}
const arrive = preparedStatement<
  StoredDelivery,
  [tenantId: string, userId: string | null, receivedAt: Date, ...all: unknown[]]
>(
  'delivery.arrive',
  (tenantId, userId, receivedAt, ids, kinds, hashes, bodies, doneAt, off) => sql`insert into delivery
      (tenant_id, user_id, id, kind, hash, body, done_at, clock_off, received_at)
    select ${tenantId}::text, ${userId}::uuid, g.id, g.kind, g.hash, g.body, g.done_at, g.clock_off,
      ${receivedAt}::timestamptz
    from unnest(${ids}::uuid[], ${kinds}::text[], ${hashes}::text[], ${bodies}::text[], ${doneAt}::timestamptz[],
      ${off}::int[]) as g (id, kind, hash, body, done_at, clock_off)
    on conflict do nothing returning ${columns}`,
);
/** Inserts items and returns only the new items. A concurrent insert of the same id waits for this transaction. */
export const insertDeliveries = (tx: Tx, all: readonly Arriving[], receivedAt: Date): Promise<StoredDelivery[]> =>
  all.length === 0
    ? Promise.resolve([])
    : arrive(
        tx,
        tx.scope.tenantId,
        tx.scope.userId,
        receivedAt,
        all.map(({ id }) => id),
        all.map(({ kind }) => kind),
        all.map(({ hash }) => hash),
        all.map(({ body }) => body),
        all.map(({ doneAt }) => doneAt),
        all.map(({ clockOff }) => clockOff),
      );

const arrivePhoto = preparedStatement<StoredDelivery, [tenantId: string, userId: string | null, ...values: unknown[]]>(
  'delivery.photo',
  (
    tenantId,
    userId,
    id,
    kind,
    hash,
    doneAt,
    off,
    receivedAt,
    lat,
    lng,
    fileId,
    fileName,
    sha256,
  ) => sql`insert into delivery
      (tenant_id, user_id, id, kind, hash, done_at, clock_off, received_at, latitude, longitude, file_id, file_name, same)
    values (${tenantId}, ${userId}, ${id}, ${kind}, ${hash}, ${doneAt}, ${off}, ${receivedAt}, ${lat}, ${lng}, ${fileId},
      ${fileName}, case when ${sha256}::text is null then null
        when exists (select from file where tenant_id = ${tenantId} and sha256 = ${sha256}::text and purpose = 'photo'
          and expires_at is null) then 'own'
        when photo_stands_elsewhere(${sha256}::text) then 'elsewhere' end)
    on conflict do nothing returning ${columns}`,
);
/**
 * Inserts a photo; null if it had already arrived. Also reports other photos with equal bytes: `own` in the caller's
 * scope, `elsewhere` in the tenant, without details.
 */
export async function insertPhoto(
  tx: Tx,
  one: {
    id: string;
    kind: string;
    hash: string;
    doneAt: Date;
    clockOff: number;
    receivedAt: Date;
    latitude: string | undefined;
    longitude: string | undefined;
    file: { id: string; name: string };
    sha256: string | null;
  },
): Promise<StoredDelivery | null> {
  const { id, kind, hash, doneAt, clockOff, receivedAt, latitude = null, longitude = null, file, sha256 } = one;
  const written = [id, kind, hash, doneAt, clockOff, receivedAt, latitude, longitude, file.id, file.name, sha256];
  const [inserted] = await arrivePhoto(tx, tx.scope.tenantId, tx.scope.userId, ...written);
  return inserted ?? null;
}

/** Records that the item had no effect because of a rival answer. */
export async function noteRival(tx: Tx, id: string, rival: ConflictingAnswer): Promise<StoredDelivery | undefined> {
  return firstOf<StoredDelivery>(tx)`update delivery set outcome = 'rivalled', rival = ${JSON.stringify(rival)}
    where tenant_id = ${tx.scope.tenantId} and user_id = ${tx.scope.userId} and id = ${id}
    returning ${columns}`;
}

const devicesMost = 20;

export interface StoredPendingReport {
  device: string;
  owed: number;
  since: Date;
  told_at: Date;
}
const mine = (tx: Tx) => sql`tenant_id = ${tx.scope.tenantId} and user_id = ${tx.scope.userId}`;

/** Stores how many items a browser has not sent yet. Zero deletes the row. */
export async function storePendingReport(tx: Tx, device: string, owed: number, since: Date, at: Date): Promise<void> {
  if (owed === 0) {
    await sql`delete from delivery_device where ${mine(tx)} and device = ${device}`.execute(tx.kysely);
    return;
  }
  await sql`insert into delivery_device (tenant_id, user_id, device, owed, since, told_at)
    values (${tx.scope.tenantId}, ${tx.scope.userId}, ${device}, ${owed}, ${since}, ${at})
    on conflict (tenant_id, user_id, device) do update
      set owed = excluded.owed, since = excluded.since, told_at = excluded.told_at`.execute(tx.kysely);
  await sql`delete from delivery_device where ${mine(tx)} and device in (select device from delivery_device
    where ${mine(tx)} order by told_at desc, device offset ${devicesMost})`.execute(tx.kysely);
}

/** Deletes and returns the reports of unsent items, newest first. Active browsers report again. */
export async function takePendingReports(tx: Tx): Promise<StoredPendingReport[]> {
  const { rows } = await sql<StoredPendingReport>`delete from delivery_device where ${mine(tx)}
    returning device, owed, since, told_at`.execute(tx.kysely);
  return rows.sort((one, other) => other.told_at.getTime() - one.told_at.getTime());
}
