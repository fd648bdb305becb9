import { sql, type SelectQueryBuilder } from 'kysely';
import { startOfDay, endOfDay } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import { scopedTenant, tenantTables, type Tx } from '#platform/db/index.ts';
import { nameHolds } from '#platform/db/name-search.ts';
import type { InboxFilter, Place } from '../rules.ts';
import type { AudienceTables, Channel } from '../tables.ts';

const { on, selectFrom } = tenantTables<AudienceTables>();

export interface Reading {
  channel: Channel;
  tenantId: string;
  userId: string;
  keys: readonly string[];
  now: Date;
}

type Out = SelectQueryBuilder<
  AudienceTables & { answer: AudienceTables['announcement_read'] },
  'announcement' | 'answer',
  object
>;

function out(tx: Tx, { channel, tenantId, userId, keys, now }: Reading): Out {
  const all = on(tx)
    .selectFrom('announcement')
    .leftJoin('announcement_read as answer', (join) =>
      join
        .on('answer.tenant_id', '=', scopedTenant)
        .on('answer.user_id', '=', userId)
        .onRef('answer.announcement_id', '=', 'announcement.id'),
    )
    .where('announcement.tenant_id', '=', tenantId)
    .where('channel', '=', channel)
    .where('state', '=', 'published')
    .where('removed_at', 'is', null)
    .where('publish_at', '<=', now)
    .where((eb) => eb.or([eb('expire_at', 'is', null), eb('expire_at', '>', now)])) as unknown as Out;
  if (channel === 'system') return all;
  return all.where((eb) =>
    eb.exists(
      eb
        .selectFrom('announcement_target')
        .select('target')
        .where('announcement_target.tenant_id', '=', scopedTenant)
        .whereRef('announcement_target.announcement_id', '=', 'announcement.id')
        .where('target', '=', sql<string>`any(${keys}::text[])`),
    ),
  );
}

// The publisher does not count as a reader of their own announcement.
const unreadOnly = (query: Out, userId: string): Out =>
  query.where('answer.user_id', 'is', null).where('publisher_id', 'is distinct from', userId);

const fields = [
  'announcement.id',
  'title',
  'kind',
  'summary',
  'from_name',
  'publish_at',
  'publisher_id',
  'pinned',
  'need_receipt',
  'receipt_due_on',
  'files',
  'reminded_at',
  'expire_at',
  'answer.read_at',
  'answer.receipt_at',
] as const;

/**
 * Adds the condition for the next page: rows after the cursor row. If that row has changed since it was listed, its
 * listed position counts.
 */
function below(query: Out, { tenantId }: Reading, { before, beforeAt, beforePinned = false }: InboxFilter): Out {
  if (before === undefined || beforeAt === undefined) return query;
  // Listed times have no fractions of a second, so the exact time comes from the cursor row. If the reader no longer
  // sees that row, the listed time is used.
  const at = sql<Date>`coalesce((select seen.publish_at from announcement seen
    where seen.tenant_id = ${tenantId} and seen.id = ${before}), ${beforeAt}::timestamptz)`;
  return query.where(
    sql<boolean>`(pinned, publish_at, announcement.id) < (${beforePinned}::boolean, ${at}, ${before}::uuid)`,
  );
}

export async function page(tx: Tx, reading: Reading, filter: InboxFilter, limit: number, offset: number) {
  let some = out(tx, reading);
  if (filter.unread) some = unreadOnly(some, reading.userId);
  if (filter.keyword) some = some.where(nameHolds('title', filter.keyword));
  if (filter.kind?.length) some = some.where('kind', 'in', filter.kind);
  if (filter.from) some = some.where('publish_at', '>=', startOfDay(filter.from));
  if (filter.to) some = some.where('publish_at', '<', endOfDay(filter.to));
  const rows = await below(some, reading, filter)
    .select(fields)
    .orderBy('pinned', 'desc')
    .orderBy('publish_at', 'desc')
    .orderBy('announcement.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await some.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export type FeedRow = Awaited<ReturnType<typeof page>>['rows'][number];

export const find = (tx: Tx, reading: Reading, id: string) =>
  out(tx, reading).select(fields).select('content').where('announcement.id', '=', id).executeTakeFirst();

export async function countUnread(tx: Tx, reading: Reading): Promise<number> {
  const some = unreadOnly(out(tx, reading), reading.userId).select('announcement.id').limit(limits.announcement.dotMax);
  const { found } = await on(tx)
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<string>().as('found'))
    .executeTakeFirstOrThrow();
  return Number(found);
}

export const unreadIds = async (tx: Tx, reading: Reading): Promise<string[]> =>
  (await unreadOnly(out(tx, reading), reading.userId).select('announcement.id').limit(10_000).execute()).map(
    ({ id }) => id,
  );

/** Marks announcements as read. Rows that were already read stay unchanged. */
export async function markRead(tx: Tx, { userId, now }: Reading, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await on(tx)
    .insertInto('announcement_read')
    .values(
      ids.map((id) => ({
        tenant_id: tx.scope.tenantId,
        announcement_id: id,
        user_id: userId,
        read_at: now,
        receipt_at: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const markConfirmed = async (tx: Tx, { userId, now }: Reading, id: string): Promise<boolean> =>
  (await on(tx)
    .insertInto('announcement_read')
    .values({ tenant_id: tx.scope.tenantId, announcement_id: id, user_id: userId, read_at: now, receipt_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'announcement_id', 'user_id'])
        .doUpdateSet({ receipt_at: now })
        .where('announcement_read.receipt_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()) !== undefined;

export async function placeOf(tx: Tx, enterpriseId: string): Promise<Place | null> {
  const row = await selectFrom(tx, 'enterprise')
    .select(['region_code', 'town_code', 'industry_code'])
    .where('id', '=', enterpriseId)
    .executeTakeFirst();
  return row
    ? { enterpriseId, regionCode: row.region_code, townCode: row.town_code, industryCode: row.industry_code }
    : null;
}
