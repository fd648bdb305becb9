import { sql, type Insertable } from 'kysely';
import { idRange } from '#kernel/ids.ts';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';
import type { FileTables } from './tables.ts';

const { selectFrom, updateTable, deleteFrom } = tenantTables<FileTables>();

export type NewFile = Omit<Insertable<FileTables['file']>, 'tenant_id' | 'created_at' | 'expires_at'> & {
  created_at: Date;
  expires_at: Date | null;
};

const insertOne = preparedStatement<never, [tenantId: string, ...written: unknown[]]>(
  'file.insert',
  (tenantId, id, enterprise, owner, purpose, name, type, size, key, sha256, at, lng, lat, created, expires) => sql`
    insert into file (tenant_id, id, enterprise_id, owner_id, purpose, name, type, size_bytes, key, sha256, taken_at,
      taken_lng, taken_lat, created_at, expires_at)
    values (${tenantId}, ${id}, ${enterprise}, ${owner}, ${purpose}, ${name}, ${type}, ${size}, ${key}, ${sha256}, ${at},
      ${lng}, ${lat}, ${created}, ${expires})`,
);
/** Inserts the row of a file. The statement has already been sent when the promise is returned. */
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

/** Reads a file. A file with an expiry is visible only to its owner. */
export const findFile = (tx: Tx, id: string, { userId, now }: { userId: string | null; now: Date }) =>
  selectFrom(tx, 'file')
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
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('expires_at', 'is', null), eb.and([eb('expires_at', '>', now), eb('owner_id', '=', userId)])]),
    )
    .executeTakeFirst();

export const sizeOfFile = async (tx: Tx, id: string): Promise<number | null> => {
  const row = await selectFrom(tx, 'file').select('size_bytes').where('id', '=', id).executeTakeFirst();
  return row ? Number(row.size_bytes) : null;
};

export const endedFiles = (tx: Tx, now: Date, limit: number) =>
  selectFrom(tx, 'file').select('id').where('expires_at', '<=', now).limit(limit).execute();

/** Locks an expired file and returns its key. Null if it was attached in between. */
export const takeEnded = async (tx: Tx, id: string, now: Date): Promise<string | null> =>
  (
    await selectFrom(tx, 'file')
      .select('key')
      .where('id', '=', id)
      .where('expires_at', '<=', now)
      .forUpdate()
      .executeTakeFirst()
  )?.key ?? null;

interface Waiting {
  purpose: string;
  ownerId: string;
}

export interface Wanted extends Waiting {
  types: readonly string[];
  /** The enterprise to attach to; absent for a field of the unit or of a user. */
  enterpriseId?: string | undefined;
  now: Date;
}

/**
 * Attaches an unattached file of its owner (S93). It then belongs to the enterprise and no longer expires. False if
 * the owner has no such file.
 */
export const attachOwners = async (
  tx: Tx,
  id: string,
  { purpose, ownerId, types, enterpriseId, now }: Wanted,
): Promise<boolean> =>
  (await attach(tx, tx.scope.tenantId, id, ownerId, purpose, [...types], now, enterpriseId ?? null)).length === 1;
const attach = preparedStatement<
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

/** Detaches a file. Afterwards only its owner sees it and may attach it again. */
export const detachFile = (tx: Tx, id: string, purpose: string) =>
  updateTable(tx, 'file')
    // A detached file does not expire, because logs refer to it and demo rows share bytes.
    .set({ expires_at: sql<Date>`'infinity'` })
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('expires_at', 'is', null)
    .execute();

/** Gives an enterprise an applicant's upload. Returns whether the file was waiting for this owner. */
export const claimFile = async (
  tx: Tx,
  id: string,
  { purpose, ownerId }: Waiting,
  to: { enterpriseId: string; purpose: string },
) =>
  (await updateTable(tx, 'file')
    .set({ enterprise_id: to.enterpriseId, purpose: to.purpose })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', purpose)
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Removes the rows of an owner's unclaimed files; returns the keys of their bytes. */
export const removeOwned = async (tx: Tx, { purpose, ownerId }: Waiting): Promise<string[]> =>
  (
    await deleteFrom(tx, 'file')
      .where('owner_id', '=', ownerId)
      .where('purpose', '=', purpose)
      .returning('key')
      .execute()
  ).map(({ key }) => key);

export const handOver = (tx: Tx, from: string, to: string) =>
  updateTable(tx, 'file').set({ enterprise_id: to }).where('enterprise_id', '=', from).execute();

export const removeFile = async (tx: Tx, id: string): Promise<string | null> =>
  (await deleteFrom(tx, 'file').where('id', '=', id).returning('key').executeTakeFirst())?.key ?? null;
