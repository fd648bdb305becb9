import { sql } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import { keyed } from '#platform/db/keyed.ts';
import type { UseTables } from './tables.ts';

const on = tables<UseTables>();

/** One more file of a holder. */
export interface OneMore {
  enterpriseId: string;
  day: string;
  sizeBytes: number;
  perDay: number;
  /** What may be kept; of files that fill the space of a plan where `media` is given, of all others elsewhere. */
  keptBytes: number;
  media: boolean;
}

const countOne = keyed<
  { files: number },
  [
    tenantId: string,
    enterpriseId: string,
    day: string,
    perDay: number,
    sizeBytes: number,
    keptBytes: number,
    media: boolean,
  ]
>(
  'file.count',
  (tenantId, enterpriseId, day, perDay, sizeBytes, keptBytes, media) => sql`
    insert into file_use as used (tenant_id, enterprise_id, day, files)
    values (${tenantId}, ${enterpriseId}, ${day}, 1)
    on conflict (tenant_id, enterprise_id) do update
      set day = excluded.day, files = case when used.day = excluded.day then used.files + 1 else 1 end
      where (used.day <> excluded.day or used.files < ${perDay}::bigint)
        and case when ${media}::boolean then used.media_bytes else used.bytes - used.media_bytes end
          + ${sizeBytes}::bigint <= ${keptBytes}::bigint
    returning files`,
);
/**
 * Counts one more file of the day and answers what stands against it, or null. The count, its limit and the lock on
 * it are one statement, so that of many at once no more than the limit get through; bytes are counted by the row of
 * the file itself.
 */
export async function countUpload(tx: Tx, more: OneMore): Promise<'day' | { usedBytes: number } | null> {
  const { tenantId } = tx.scope;
  const { enterpriseId, day, sizeBytes, perDay, keptBytes, media } = more;
  const counted = await countOne(tx, tenantId, enterpriseId, day, perDay, sizeBytes, keptBytes, media);
  if (counted.length > 0) return null;
  const use = await on(tx)
    .selectFrom('file_use')
    .select(['day', 'files', 'bytes', 'media_bytes'])
    .where('tenant_id', '=', tenantId)
    .where('enterprise_id', '=', enterpriseId)
    .executeTakeFirst();
  if (use !== undefined && use.day === day && use.files >= perDay) return 'day';
  const [bytes, mediaBytes] = [Number(use?.bytes ?? 0), Number(use?.media_bytes ?? 0)];
  return { usedBytes: media ? mediaBytes : bytes - mediaBytes };
}
