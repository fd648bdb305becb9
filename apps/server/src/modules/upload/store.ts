import { sql } from 'kysely';
import { firstOf, hasRows, rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';

export interface StoredUpload {
  id: string;
  name: string;
  sizeBytes: number;
}
export interface StoredPart {
  at: number;
  fileId: string;
  sizeBytes: number;
  sha256: string;
}
const columns = sql`id, name, size_bytes as "sizeBytes"`;

export async function ownUpload(
  tx: Tx,
  { id, ownerId, now }: { id: string; ownerId: string; now: Date },
): Promise<StoredUpload | undefined> {
  return firstOf<StoredUpload>(tx)`select ${columns} from upload
    where tenant_id = ${scopedTenant} and id = ${id} and owner_id = ${ownerId} and expires_at > ${now}`;
}
/**
 * Unexpired uploads of a person, newest first. Takes a lock, so that new uploads of this person start one after the
 * other.
 */
export async function ownUploads(tx: Tx, ownerId: string, now: Date): Promise<(StoredUpload & { mark: string })[]> {
  await sql`select pg_advisory_xact_lock(hashtext('upload'), hashtext(${ownerId}))`.execute(tx.kysely);
  return rowsOf<StoredUpload & { mark: string }>(tx)`select ${columns}, mark from upload
    where tenant_id = ${scopedTenant} and owner_id = ${ownerId} and expires_at > ${now}
    order by created_at desc, id`;
}
export const addUpload = (tx: Tx, row: StoredUpload & { ownerId: string; mark: string; now: Date; expiresAt: Date }) =>
  sql`insert into upload (tenant_id, id, owner_id, name, size_bytes, mark, created_at, expires_at)
    values (${tx.scope.tenantId}, ${row.id}, ${row.ownerId}, ${row.name}, ${row.sizeBytes}, ${row.mark}, ${row.now},
      ${row.expiresAt})`.execute(tx.kysely);

export async function partsOf(tx: Tx, id: string): Promise<StoredPart[]> {
  return rowsOf<StoredPart>(tx)`select at, file_id as "fileId", size_bytes as "sizeBytes", sha256
    from upload_part where tenant_id = ${scopedTenant} and upload_id = ${id} order by at`;
}
/** Stores a part. Returns false when a part is already stored at this position. */
export async function addPart(tx: Tx, id: string, part: StoredPart): Promise<boolean> {
  return hasRows(tx)`insert into upload_part (tenant_id, upload_id, at, file_id, size_bytes, sha256)
    values (${tx.scope.tenantId}, ${id}, ${part.at}, ${part.fileId}, ${part.sizeBytes}, ${part.sha256})
    on conflict (tenant_id, upload_id, at) do nothing returning at`;
}
export async function removeUpload(tx: Tx, id: string, ownerId: string): Promise<boolean> {
  return hasRows(tx)`delete from upload where tenant_id = ${scopedTenant} and id = ${id}
    and owner_id = ${ownerId} returning id`;
}
/** Deletes expired uploads. The files of their parts expire by themselves. */
export const removeEnded = (tx: Tx, now: Date) =>
  sql`delete from upload where tenant_id = ${scopedTenant} and expires_at <= ${now}`.execute(tx.kysely);
