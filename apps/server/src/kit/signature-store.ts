// Stores signature images. Handwriting never gives two identical files, so an identical file is a copy.
import { files, type StoredFile } from '@anlan/contract/kit/field';
import { sql } from 'kysely';
import { invalid } from '#kernel/errors.ts';
import type { Tx } from '#platform/db/index.ts';
import { createFileKeeping } from './files.ts';
import type { Kit } from './ports.ts';

async function hasCopies(tx: Tx, fileIds: readonly string[]): Promise<boolean> {
  const { tenantId } = tx.scope;
  const { rows } = await sql<{ copied: boolean }>`with own as (
      select id, sha256 from file where tenant_id = ${tenantId} and id = any(${[...fileIds]}::uuid[]))
    select count(*) > count(distinct sha256) or exists (select from own join file f on f.tenant_id = ${tenantId}
      and f.sha256 = own.sha256 and f.purpose = 'evidence' and f.expires_at is null and f.id <> own.id) as copied
    from own`.execute(tx.kysely);
  return rows[0]?.copied ?? false;
}

/** Stores signature images of a row's field, and refuses copies (S99). */
export function createSignatureKeeping(kit: Pick<Kit, 'files'>) {
  const keepFiles = createFileKeeping(kit);
  return async (tx: Tx, key: string, pictures: readonly StoredFile[], enterpriseId: string | null): Promise<void> => {
    const ids = pictures.map(({ id }) => id);
    if (await hasCopies(tx, ids))
      throw invalid({ field: key, msg: '有签名图片与另一个签名完全相同，请本人重新手写签名' });
    const field = { key, spec: files('签名', { purpose: 'evidence' }).spec };
    await keepFiles(tx, [field], {}, { [key]: pictures }, enterpriseId);
  };
}
