import { sql, type SelectQueryBuilder } from 'kysely';
import { dayBegins, dayEnds } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import { literal, scopedTenant, tables, type Tx } from '#platform/db/index.ts';
import type { InboxFilter, Place } from '../rules.ts';
import type { AudienceTables, Channel } from '../tables.ts';

const on = tables<AudienceTables>();

/** Who reads, and what is theirs. */
export interface Reading {
  channel: Channel;
  /** Whose rows: the reader's tenant's, or the platform's. */
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

/** Everything that is out and for this reader, beside what they have done with it. */
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

// What one has written oneself is not news.
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
  'files',
  'reminded_at',
  'expire_at',
  'answer.read_at',
  'answer.receipt_at',
] as const;

/** What stands below a row as it was listed, whatever has become of it. */
function below(query: Out, { tenantId }: Reading, { before, beforeAt, beforePinned = false }: InboxFilter): Out {
  if (before === undefined || beforeAt === undefined) return query;
  // Lists tell the second; whoever cannot see the row any more goes on from there.
  const at = sql<Date>`coalesce((select seen.publish_at from announcement seen
    where seen.tenant_id = ${tenantId} and seen.id = ${before}), ${beforeAt}::timestamptz)`;
  return query.where(
    sql<boolean>`(pinned, publish_at, announcement.id) < (${beforePinned}::boolean, ${at}, ${before}::uuid)`,
  );
}

/** One page of what a reader finds, the pinned ones first. */
export async function page(tx: Tx, reading: Reading, filter: InboxFilter, limit: number, offset: number) {
  let some = out(tx, reading);
  if (filter.unread) some = unreadOnly(some, reading.userId);
  if (filter.keyword) some = some.where('title', 'like', `%${literal(filter.keyword)}%`);
  if (filter.kind?.length) some = some.where('kind', 'in', filter.kind);
  if (filter.from) some = some.where('publish_at', '>=', dayBegins(filter.from));
  if (filter.to) some = some.where('publish_at', '<', dayEnds(filter.to));
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

/** A row of a reader's list. */
export type FeedRow = Awaited<ReturnType<typeof page>>['rows'][number];

/** One that is out and for this reader, with its text. */
export const find = (tx: Tx, reading: Reading, id: string) =>
  out(tx, reading).select(fields).select('content').where('announcement.id', '=', id).executeTakeFirst();

/** How many a reader has not read, counted up to a hundred. */
export async function countUnread(tx: Tx, reading: Reading): Promise<number> {
  const some = unreadOnly(out(tx, reading), reading.userId).select('announcement.id').limit(limits.announcement.dotMax);
  const { found } = await on(tx)
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll<string>().as('found'))
    .executeTakeFirstOrThrow();
  return Number(found);
}

/** Ids of what a reader has not read. */
export const unreadIds = async (tx: Tx, reading: Reading): Promise<string[]> =>
  (await unreadOnly(out(tx, reading), reading.userId).select('announcement.id').limit(10_000).execute()).map(
    ({ id }) => id,
  );

/** Says that a reader has read some; what was read before stays as it was. */
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

/** Says that a reader confirms one; false where they had. */
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

/** Where a visible enterprise is, and what it does. */
export async function placeOf(tx: Tx, enterpriseId: string): Promise<Place | null> {
  const row = await on(tx)
    .selectFrom('enterprise')
    .select(['region_code', 'town_code', 'industry_code'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', enterpriseId)
    .executeTakeFirst();
  return row ? { regionCode: row.region_code, townCode: row.town_code, industryCode: row.industry_code } : null;
}
