import { sql } from 'kysely';
import type { StoredFile } from '@anlan/contract/kit/field';
import type { Tx } from '#platform/db/index.ts';

export async function facePhotosOf(tx: Tx, employeeId: string): Promise<readonly StoredFile[]> {
  const { rows } = await sql<{ photos: StoredFile[] }>`select face_photo as photos from employee
    where tenant_id = ${tx.scope.tenantId} and id = ${employeeId} and removed_at is null`.execute(tx.kysely);
  return rows[0]?.photos ?? [];
}

export const dropFacePhotos = (tx: Tx, employeeId: string, at: Date) =>
  sql`update employee set face_photo = '[]', version = version + 1, updated_at = ${at}
    where tenant_id = ${tx.scope.tenantId} and id = ${employeeId} and face_photo <> '[]'`.execute(tx.kysely);
