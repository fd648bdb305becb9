import { sql } from 'kysely';
import type { WxPublication } from '@anlan/contract/modules/wx-material/publication';
import { scopedTenant, type Tx } from '#platform/db/index.ts';

export interface StoredPublication extends WxPublication {
  accountId: string;
  publishId: string;
  articleId: string | null;
}
const columns = sql`id, account_id as "accountId", media_id as "mediaId", publish_id as "publishId", title, state, problem,
  article_id as "articleId", article_urls as "articleUrls", submitted_at as "submittedAt", submitted_by as "submittedBy",
  settled_at as "settledAt"`;

export async function keepPublication(
  tx: Tx,
  one: { id: string; accountId: string; mediaId: string; publishId: string; title: string; at: Date },
): Promise<void> {
  await sql`insert into wx_publication (tenant_id, id, account_id, media_id, publish_id, title, submitted_at, submitted_by)
    values (${scopedTenant}, ${one.id}, ${one.accountId}, ${one.mediaId}, ${one.publishId}, ${one.title}, ${one.at},
      ${tx.scope.userName})
    on conflict (tenant_id, account_id, publish_id) do nothing`.execute(tx.kysely);
}

/** Finds a publication by its id or by WeChat's id; null when it is missing. */
export async function publicationWith(
  tx: Tx,
  by: { id: string } | { accountId: string; publishId: string },
): Promise<StoredPublication | null> {
  const { rows } = await sql<StoredPublication>`select ${columns} from wx_publication where tenant_id = ${scopedTenant}
    and ${'id' in by ? sql`id = ${by.id}` : sql`account_id = ${by.accountId} and publish_id = ${by.publishId}`}`.execute(
    tx.kysely,
  );
  return rows[0] ?? null;
}

export async function publicationPage(
  tx: Tx,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: StoredPublication[]; total: number }> {
  const { rows } = await sql<StoredPublication>`select ${columns} from wx_publication
    where tenant_id = ${scopedTenant} and account_id = ${accountId}
    order by submitted_at desc, id desc limit ${limit} offset ${offset}`.execute(tx.kysely);
  const { rows: counted } = await sql<{ found: string }>`select count(*) as found from wx_publication
    where tenant_id = ${scopedTenant} and account_id = ${accountId}`.execute(tx.kysely);
  return { rows, total: Number(counted[0]?.found) };
}

/** Sets the state of a publication, but only if it currently has one of the given states. */
export async function setPublication(
  tx: Tx,
  id: string,
  from: readonly WxPublication['state'][],
  to: Pick<StoredPublication, 'state' | 'problem' | 'articleId' | 'articleUrls'>,
  at: Date,
): Promise<void> {
  await sql`update wx_publication set state = ${to.state}, problem = ${to.problem},
      article_id = coalesce(${to.articleId}, article_id),
      article_urls = case when ${to.articleUrls.length} > cardinality(article_urls) then ${to.articleUrls}::text[] else article_urls end,
      settled_at = ${to.state === 'underWay' ? null : at}
    where tenant_id = ${scopedTenant} and id = ${id} and state = any(${from}::text[])`.execute(tx.kysely);
}
