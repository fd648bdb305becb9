import { sql, type Insertable, type Selectable, type SelectQueryBuilder, type Updateable } from 'kysely';
import type { AnnouncementSort, AnnouncementState } from '@anlan/contract/modules/notice/announcement';
import type { Sort } from '@anlan/contract/domain/paging';
import { scopedTenant, tenantTables, type Tx } from '#platform/db/index.ts';
import { nameHolds, withReadings } from '#platform/db/name-search.ts';
import { versioned } from '#platform/db/versioned-update.ts';
import type { AdminFilter } from './rules.ts';
import type { AnnouncementTable, AnnouncementTables, Channel } from './tables.ts';

const { on, selectFrom, updateTable, deleteFrom } = tenantTables<AnnouncementTables>();

export type AnnouncementRow = Selectable<AnnouncementTable>;
export type ListedRow = Omit<AnnouncementRow, 'content' | 'title_search'>;

const listed = [
  'tenant_id',
  'id',
  'version',
  'readers',
  'channel',
  'title',
  'kind',
  'summary',
  'audience',
  'targets',
  'need_receipt',
  'receipt_due_on',
  'pinned',
  'files',
  'state',
  'publish_at',
  'expire_at',
  'told_at',
  'reminded_at',
  'from_name',
  'publisher_id',
  'publisher_name',
  'withdrawn_at',
  'withdraw_reason',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'removed_at',
  'removed_by',
] as const;

type Rows = SelectQueryBuilder<AnnouncementTables, 'announcement', object>;

function inStates(query: Rows, states: readonly AnnouncementState[], now: Date): Rows {
  return query.where((eb) =>
    eb.or(
      states.map((state) => {
        if (state === 'draft' || state === 'withdrawn') return eb('state', '=', state);
        const out = eb('state', '=', 'published');
        if (state === 'scheduled') return eb.and([out, eb('publish_at', '>', now)]);
        if (state === 'expired') return eb.and([out, eb('publish_at', '<=', now), eb('expire_at', '<=', now)]);
        return eb.and([
          out,
          eb('publish_at', '<=', now),
          eb.or([eb('expire_at', 'is', null), eb('expire_at', '>', now)]),
        ]);
      }),
    ),
  );
}

function filteredRows(tx: Tx, channel: Channel, filter: AdminFilter, now: Date): Rows {
  let query: Rows = on(tx)
    .selectFrom('announcement')
    .where('announcement.tenant_id', '=', scopedTenant)
    .where('channel', '=', channel)
    .where('removed_at', 'is', null);
  if (filter.keyword) query = query.where(nameHolds('title', filter.keyword));
  if (filter.kind?.length) query = query.where('kind', 'in', filter.kind);
  if (filter.state?.length) query = inStates(query, filter.state, now);
  return query;
}

const columns = { updatedAt: 'updated_at', publishAt: 'publish_at' } as const satisfies Record<
  AnnouncementSort,
  keyof AnnouncementTable
>;

export async function page(
  tx: Tx,
  channel: Channel,
  filter: AdminFilter,
  { sort: [first = { by: 'updatedAt' as const, desc: true }], limit, offset, now }: PageOf,
): Promise<{ rows: ListedRow[]; total: number }> {
  const some = filteredRows(tx, channel, filter, now);
  const way = first.desc ? 'desc' : 'asc';
  const rows = await some
    .select(listed)
    .orderBy(columns[first.by], way)
    .orderBy('id', way)
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await some.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

interface PageOf {
  sort: Sort<AnnouncementSort>[];
  limit: number;
  offset: number;
  now: Date;
}

const one = (tx: Tx, channel: Channel, id: string) =>
  selectFrom(tx, 'announcement')
    .selectAll()
    .where('id', '=', id)
    .where('channel', '=', channel)
    .where('removed_at', 'is', null);

export const findRow = (tx: Tx, channel: Channel, id: string): Promise<AnnouncementRow | undefined> =>
  one(tx, channel, id).executeTakeFirst();
export const takeRow = (tx: Tx, channel: Channel, id: string): Promise<AnnouncementRow | undefined> =>
  one(tx, channel, id).forUpdate().executeTakeFirst();

export const insertRow = async (tx: Tx, row: Insertable<AnnouncementTable>) =>
  on(tx)
    .insertInto('announcement')
    .values(await withReadings(row, 'title'))
    .execute();

const update = versioned<AnnouncementTables>()('announcement');
/** Updates an announcement and increments its version. */
export const updateRow = async (tx: Tx, id: string, change: Updateable<AnnouncementTable>) =>
  update(tx, id, await withReadings(change, 'title'));

export async function setTargets(tx: Tx, id: string, targets: readonly string[]): Promise<void> {
  const { tenantId } = tx.scope;
  await deleteFrom(tx, 'announcement_target').where('announcement_id', '=', id).execute();
  if (targets.length > 0)
    await on(tx)
      .insertInto('announcement_target')
      .values([...new Set(targets)].map((target) => ({ tenant_id: tenantId, announcement_id: id, target })))
      .execute();
}

export async function talliesOf(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, { reads: number; receipts: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await selectFrom(tx, 'announcement_tally')
    .select((eb) => [
      'announcement_id as id',
      eb.fn.sum<string>('reads').as('reads'),
      eb.fn.sum<string>('receipts').as('receipts'),
    ])
    .where('announcement_id', '=', sql<string>`any(${ids}::uuid[])`)
    .groupBy('announcement_id')
    .execute();
  return new Map(rows.map(({ id, reads, receipts }) => [id, { reads: Number(reads), receipts: Number(receipts) }]));
}

/** Records the reminder. Returns false if the last reminder was sent after `notSince`. */
export const markReminded = async (tx: Tx, id: string, now: Date, notSince: Date): Promise<boolean> =>
  (await updateTable(tx, 'announcement')
    .set({ reminded_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('reminded_at', 'is', null), eb('reminded_at', '<=', notSince)]))
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** Claims published rows that were not yet notified. Each row is returned only once. */
export const takeDue = (tx: Tx, now: Date) =>
  updateTable(tx, 'announcement')
    .set({ told_at: now })
    .where('state', '=', 'published')
    .where('told_at', 'is', null)
    .where('publish_at', '<=', now)
    .returning(['id', 'title', 'channel', 'readers', 'audience', 'targets', 'expire_at'])
    .execute();

/** Announcements that public pages may show, newest first. */
export async function publicAnnouncements(tx: Tx, now: Date, limit: number): Promise<{ title: string; at: Date }[]> {
  const rows = await on(tx)
    .selectFrom('announcement')
    .select(['title', 'publish_at'])
    .where('tenant_id', '=', scopedTenant)
    .where('channel', '=', 'announcement')
    .where('audience', '=', 'all')
    .where('state', '=', 'published')
    .where('removed_at', 'is', null)
    .where('publish_at', '<=', now)
    .where((eb) => eb.or([eb('expire_at', 'is', null), eb('expire_at', '>', now)]))
    .orderBy('publish_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ title, publish_at: at }) => (at === null ? [] : [{ title, at }]));
}
