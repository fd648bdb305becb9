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
