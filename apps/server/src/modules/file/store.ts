import { sql, type Insertable } from 'kysely';
import { idRange } from '#kernel/ids.ts';
import { tables, type Tx } from '#platform/db/index.ts';
import { keyed } from '#platform/db/keyed.ts';
import type { FileTables } from './tables.ts';

const on = tables<FileTables>();

/** What a row begins with. */
export type NewFile = Omit<Insertable<FileTables['file']>, 'tenant_id' | 'created_at' | 'expires_at'> & {
  created_at: Date;
  expires_at: Date | null;
};

const insertOne = keyed<never, [tenantId: string, ...written: unknown[]]>(
  'file.insert',
  (tenantId, id, enterprise, owner, purpose, name, type, size, key, sha256, at, lng, lat, created, expires) => sql`
    insert into file (tenant_id, id, enterprise_id, owner_id, purpose, name, type, size_bytes, key, sha256, taken_at,
      taken_lng, taken_lat, created_at, expires_at)
    values (${tenantId}, ${id}, ${enterprise}, ${owner}, ${purpose}, ${name}, ${type}, ${size}, ${key}, ${sha256}, ${at},
      ${lng}, ${lat}, ${created}, ${expires})`,
);
/** A new row; its statement has been sent when this returns. */
export async function insertFile(tx: Tx, row: NewFile): Promise<void> {
  const { id, enterprise_id: enterprise, owner_id: owner, purpose, name, type, size_bytes: size, key, sha256 } = row;
  const {
    taken_at: at = null,
    taken_lng: lng = null,
    taken_lat: lat = null,
    created_at: created,
    expires_at: ends,
  } = row;
  const place = [at, lng, lat];
  await insertOne(
    tx,
    tx.scope.tenantId,
    id,
    enterprise,
    owner,
    purpose,
    name,
    type,
    size,
    key,
    sha256,
    ...place,
    created,
    ends,
  );
}

/** One visible file; one with an end is its owner's alone. */
export const findFile = (tx: Tx, id: string, { userId, now }: { userId: string | null; now: Date }) =>
  on(tx)
    .selectFrom('file')
    .select([
      'id',
      'enterprise_id',
      'owner_id',
      'purpose',
      'name',
      'type',
      'key',
      'sha256',
      'size_bytes',
      'taken_at',
      'taken_lng',
      'taken_lat',
    ])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('expires_at', 'is', null), eb.and([eb('expires_at', '>', now), eb('owner_id', '=', userId)])]),
    )
    .executeTakeFirst();

/** How big a visible file is. */
export const sizeOfFile = async (tx: Tx, id: string): Promise<number | null> => {
  const row = await on(tx)
    .selectFrom('file')
    .select('size_bytes')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? Number(row.size_bytes) : null;
};

/** Files of the tenant whose time is over. */
export const endedFiles = (tx: Tx, now: Date, limit: number) =>
  on(tx)
    .selectFrom('file')
    .select('id')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('expires_at', '<=', now)
    .limit(limit)
    .execute();

/** Holds a file whose time is over until the transaction ends; answers where it is kept, or null when somebody kept it. */
export const takeEnded = async (tx: Tx, id: string, now: Date): Promise<string | null> =>
  (
    await on(tx)
      .selectFrom('file')
      .select('key')
      .where('tenant_id', '=', tx.scope.tenantId)
      .where('id', '=', id)
      .where('expires_at', '<=', now)
      .forUpdate()
      .executeTakeFirst()
  )?.key ?? null;

/** Whose file for which purpose. */
interface Waiting {
  purpose: string;
  ownerId: string;
}

/** What a field takes. */
export interface Wanted extends Waiting {
  /** Media types of the kinds that go there. */
  types: readonly string[];
  /** The enterprise whose field it is; absent for a field of the unit or of a person. */
  enterpriseId?: string | undefined;
  now: Date;
}

/**
 * Attaches a file that its owner sent in for the purpose and that is attached nowhere (S93): from now on it has no end, and
 * is its enterprise's. Answers whether it was such a file.
 */
export const attachOwners = async (
  tx: Tx,
  id: string,
  { purpose, ownerId, types, enterpriseId, now }: Wanted,
): Promise<boolean> =>
  (await attach(tx, tx.scope.tenantId, id, ownerId, purpose, [...types], now, enterpriseId ?? null)).length === 1;
const attach = keyed<
  { id: string },
  [
    tenantId: string,
    id: string,
    ownerId: string,
    purpose: string,
    types: readonly string[],
    now: Date,
    enterpriseId: string | null,
  ]
>(
  'file.attach',
  (tenantId, id, ownerId, purpose, types, now, enterpriseId) => sql`update file
    set expires_at = null, enterprise_id = coalesce(${enterpriseId}::uuid, enterprise_id)
    where tenant_id = ${tenantId} and id = ${id} and owner_id = ${ownerId} and purpose = ${purpose}
      and type = any(${types}::text[]) and expires_at > ${now}
      and (${enterpriseId}::uuid is null or enterprise_id in (${enterpriseId}::uuid, ${idRange.lowest}))
    returning id`,
);

/** Takes an attached file of a purpose out of its field: it is its owner's alone again, who may attach it again. */
export const detachFile = (tx: Tx, id: string, purpose: string) =>
  on(tx)
    .updateTable('file')
    // It stays: logs name it, and bytes of the demonstration belong to many rows.
    .set({ expires_at: sql<Date>`'infinity'` })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('expires_at', 'is', null)
    .execute();

/** Gives a waiting file to an enterprise for good; answers whether it was waiting for this owner. */
export const claimFile = async (
  tx: Tx,
  id: string,
  { purpose, ownerId }: Waiting,
  to: { enterpriseId: string; purpose: string },
) =>
  (await on(tx)
    .updateTable('file')
    .set({ enterprise_id: to.enterpriseId, purpose: to.purpose })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', purpose)
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Removes what still waits; answers the keys of the bytes. */
export const removeOwned = async (tx: Tx, { purpose, ownerId }: Waiting): Promise<string[]> =>
  (
    await on(tx)
      .deleteFrom('file')
      .where('tenant_id', '=', tx.scope.tenantId)
      .where('owner_id', '=', ownerId)
      .where('purpose', '=', purpose)
      .returning('key')
      .execute()
  ).map(({ key }) => key);

/** Gives all files of one enterprise to another. */
export const handOver = (tx: Tx, from: string, to: string) =>
  on(tx)
    .updateTable('file')
    .set({ enterprise_id: to })
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('enterprise_id', '=', from)
    .execute();

/** Removes a row; answers the key of its bytes. */
export const removeFile = async (tx: Tx, id: string): Promise<string | null> =>
  (
    await on(tx)
      .deleteFrom('file')
      .where('tenant_id', '=', tx.scope.tenantId)
      .where('id', '=', id)
      .returning('key')
      .executeTakeFirst()
  )?.key ?? null;
