import { sql } from 'kysely';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';

interface UseTables {
  file_use: {
    tenant_id: string;
    enterprise_id: string;
    day: string;
    files: number;
    /** Used bytes, updated by a trigger on the table file. The driver returns bigint as text. */
    bytes: string | number;
    /** Bytes of the files that use the space of a membership plan. */
    media_bytes: string | number;
  };
}

const { selectFrom } = tenantTables<UseTables>();

export interface OneMore {
  enterpriseId: string;
  day: string;
  sizeBytes: number;
  perDay: number;
  /**
   * Space limit in bytes. `media`: the limit applies to files that use the space of a membership plan, otherwise to
   * all other files.
   */
  keptBytes: number;
  media: boolean;
}

const countOne = preparedStatement<
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
 * Counts an upload of the day; returns the exceeded limit or null. Count, limit and lock are one statement, so that
 * parallel uploads cannot exceed it. A trigger counts the bytes.
 */
export async function countUpload(tx: Tx, more: OneMore): Promise<'day' | { usedBytes: number } | null> {
  const { tenantId } = tx.scope;
  const { enterpriseId, day, sizeBytes, perDay, keptBytes, media } = more;
  const counted = await countOne(tx, tenantId, enterpriseId, day, perDay, sizeBytes, keptBytes, media);
  if (counted.length > 0) return null;
  const use = await selectFrom(tx, 'file_use')
    .select(['day', 'files', 'bytes', 'media_bytes'])
    .where('enterprise_id', '=', enterpriseId)
    .executeTakeFirst();
  if (use !== undefined && use.day === day && use.files >= perDay) return 'day';
  const [bytes, mediaBytes] = [Number(use?.bytes ?? 0), Number(use?.media_bytes ?? 0)];
  return { usedBytes: media ? mediaBytes : bytes - mediaBytes };
}
