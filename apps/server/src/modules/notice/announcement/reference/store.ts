import { sql } from 'kysely';
import { scopedTenant, tables, type Tx } from '#platform/db/index.ts';
import type { AnnouncementTables } from '../tables.ts';

const on = tables<AnnouncementTables>();

const activeRows = (tx: Tx) =>
  on(tx)
    .selectFrom('announcement')
    .where('announcement.tenant_id', '=', scopedTenant)
    .where('announcement.removed_at', 'is', null);

/** Number of announcements of a kind, including drafts and withdrawn announcements. */
export const countOfKind = async (tx: Tx, kind: string): Promise<number> =>
  Number(
    (
      await activeRows(tx)
        .where('announcement.kind', '=', kind)
        .select((eb) => eb.fn.countAll<string>().as('found'))
        .executeTakeFirstOrThrow()
    ).found,
  );

/** Title of a draft, published or scheduled announcement for this region. */
export const titleAt = async (tx: Tx, code: string, now: Date): Promise<string | undefined> =>
  (
    await activeRows(tx)
      .where('announcement.audience', '=', 'regions')
      .where('announcement.targets', '@>', sql<string[]>`array[${code}]::text[]`)
      .where('announcement.state', '<>', 'withdrawn')
      .where((eb) =>
        eb.or([eb('announcement.state', '=', 'draft'), eb('expire_at', 'is', null), eb('expire_at', '>', now)]),
      )
      .select('announcement.title')
      .orderBy('announcement.id')
      .limit(1)
      .executeTakeFirst()
  )?.title;
