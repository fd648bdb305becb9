import { sql } from 'kysely';
import { scopedTenant, tables, type Tx } from '#platform/db/index.ts';
import type { AnnouncementTables } from '../tables.ts';

const on = tables<AnnouncementTables>();

const kept = (tx: Tx) =>
  on(tx)
    .selectFrom('announcement')
    .where('announcement.tenant_id', '=', scopedTenant)
    .where('announcement.removed_at', 'is', null);

/** How many of the unit's own are of a kind, drafts and those taken back among them. */
export const countOfKind = async (tx: Tx, kind: string): Promise<number> =>
  Number(
    (
      await kept(tx)
        .where('announcement.kind', '=', kind)
        .select((eb) => eb.fn.countAll<string>().as('found'))
        .executeTakeFirstOrThrow()
    ).found,
  );

/** The title of one that is for a division, street or grid and not over: a draft, or what is out or will be. */
export const titleAt = async (tx: Tx, code: string, now: Date): Promise<string | undefined> =>
  (
    await kept(tx)
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
