// Stores drafts, versions, files, preview links and current viewers of pages.
import { sql } from 'kysely';
import type { PageDraft } from '@anlan/contract/modules/page-design/views';
import { firstOf, hasRows, rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';

/** Stored in the shop id column for pages that belong to the unit itself. */
export const ofUnit = '00000000-0000-0000-0000-000000000000';

export interface PageHead {
  id: string;
  shopId: string;
  name: string;
  status: 'enabled' | 'disabled';
}
/** Finds a page in the caller's scope. `hold` locks the page against other design changes. */
export async function pageHead(tx: Tx, id: string, hold = false): Promise<PageHead | undefined> {
  return firstOf<PageHead>(tx)`select id, shop_id as "shopId", name, status from page_design
    where tenant_id = ${scopedTenant} and id = ${id} and removed_at is null
    ${hold ? sql`for no key update` : sql``}`;
}

const draftColumns = sql`d.page_id as id, d.version, d.design, d.saved_at as "savedAt", d.saved_by as "savedBy",
  (select case when e.design = d.design then e.edition end from page_edition e
    where e.tenant_id = d.tenant_id and e.page_id = d.page_id order by e.edition desc limit 1) as edition`;
export async function draftOf(tx: Tx, pageId: string): Promise<PageDraft | undefined> {
  return firstOf<PageDraft>(tx)`select ${draftColumns} from page_draft d
    where d.tenant_id = ${scopedTenant} and d.page_id = ${pageId}`;
}
export async function draftState(tx: Tx, pageId: string) {
  return firstOf<{ version: number; savedBy: string | null }>(tx)`select version, saved_by as "savedBy"
    from page_draft where tenant_id = ${scopedTenant} and page_id = ${pageId}`;
}
export async function saveDraft(tx: Tx, { id, shopId }: PageHead, design: string, at: Date): Promise<PageDraft> {
  const { rows } =
    await sql<PageDraft>`insert into page_draft as d (tenant_id, page_id, shop_id, design, saved_at, saved_by)
    values (${scopedTenant}, ${id}, ${shopId}, ${design}, ${at}, ${tx.scope.userName})
    on conflict (tenant_id, page_id) do update set version = d.version + 1, design = excluded.design,
      saved_at = excluded.saved_at, saved_by = excluded.saved_by
    returning ${draftColumns}`.execute(tx.kysely);
  const [draftRow] = rows;
  if (!draftRow) throw new Error('the draft was not kept');
  return draftRow;
}

export interface EditionRow {
  edition: number;
  goesAt: Date;
  publishedAt: Date;
  publishedBy: string | null;
  note: string | null;
  parts: number;
}
const editionColumns = sql`edition, goes_at as "goesAt", published_at as "publishedAt", published_by as "publishedBy", note,
  parts`;
export async function editionsOf(tx: Tx, pageId: string): Promise<EditionRow[]> {
  return rowsOf<EditionRow>(tx)`select ${editionColumns} from page_edition
    where tenant_id = ${scopedTenant} and page_id = ${pageId} order by edition desc limit 200`;
}
export async function designOf(tx: Tx, pageId: string, edition: number): Promise<string | undefined> {
  const { rows } = await sql<{ design: string }>`select design from page_edition
    where tenant_id = ${scopedTenant} and page_id = ${pageId} and edition = ${edition}`.execute(tx.kysely);
  return rows[0]?.design;
}
export async function removeScheduled(tx: Tx, pageId: string, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from page_edition
    where tenant_id = ${scopedTenant} and page_id = ${pageId} and goes_at > ${now}`.execute(tx.kysely);
  return Number(numAffectedRows ?? 0);
}
export async function addEdition(
  tx: Tx,
  { id, shopId }: PageHead,
  { design, parts, note, goesAt, at }: { design: string; parts: number; note: string | null; goesAt: Date; at: Date },
): Promise<EditionRow> {
  const { rows } =
    await sql<EditionRow>`insert into page_edition (tenant_id, page_id, edition, shop_id, design, parts, note,
      goes_at, published_at, published_by)
    select ${scopedTenant}, ${id}, coalesce(max(edition), 0) + 1, ${shopId}, ${design}, ${parts}, ${note}, ${goesAt}, ${at},
      ${tx.scope.userName}
    from page_edition where tenant_id = ${scopedTenant} and page_id = ${id}
    returning ${editionColumns}`.execute(tx.kysely);
  const [added] = rows;
  if (!added) throw new Error('the version was not added');
  return added;
}

/** A page that is shown as the home page replaces the former home page of its shop. */
export async function keepOneHome(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  // One transaction at a time, so that two pages of one shop do not both become the home page.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`home page ${tx.scope.tenantId}`}, 0))`.execute(tx.kysely);
  await sql`update page_design o set is_home = false, version = o.version + 1, updated_at = ${now}
    from page_design p
    where p.tenant_id = ${scopedTenant} and p.id = any(${[...ids]}::uuid[]) and p.is_home and p.status = 'enabled'
      and exists (select from page_edition e
        where e.tenant_id = ${scopedTenant} and e.page_id = p.id and e.goes_at <= ${now})
      and o.tenant_id = ${scopedTenant} and o.shop_id = p.shop_id and o.id <> p.id and o.is_home`.execute(tx.kysely);
}

/** Moves the time of the last change of a page, when a version of it is published. */
export const touchPage = (tx: Tx, id: string, now: Date) =>
  sql`update page_design set updated_at = ${now} where tenant_id = ${scopedTenant} and id = ${id}`.execute(tx.kysely);

/** For each page, the published version with its start time, and the start time of the next version. */
export async function shownOf(tx: Tx, ids: readonly string[], now: Date) {
  const { rows } = await sql<{ id: string; edition: number | null; shownSince: Date | null; dueAt: Date | null }>`
    select p.id, live.edition, live.goes_at as "shownSince",
      (select min(w.goes_at) from page_edition w
        where w.tenant_id = ${scopedTenant} and w.page_id = p.id and w.goes_at > ${now}) as "dueAt"
    from unnest(${ids}::uuid[]) as p(id)
    left join lateral (select e.edition, e.goes_at from page_edition e
      where e.tenant_id = ${scopedTenant} and e.page_id = p.id and e.goes_at <= ${now}
      order by e.goes_at desc, e.edition desc limit 1) live on true`.execute(tx.kysely);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

export interface LivePage {
  id: string;
  shopId: string;
  name: string;
  edition: number;
  design: string;
}
export async function livePages(
  tx: Tx,
  which: { ids: readonly string[] } | { homeOf: string } | { all: string },
  now: Date,
): Promise<LivePage[]> {
  return rowsOf<LivePage>(tx)`select p.id, p.shop_id as "shopId", p.name, live.edition, live.design
    from page_design p
    join lateral (select e.edition, e.design from page_edition e
      where e.tenant_id = ${scopedTenant} and e.page_id = p.id and e.goes_at <= ${now}
      order by e.goes_at desc, e.edition desc limit 1) live on true
    where p.tenant_id = ${scopedTenant} and p.status = 'enabled' and p.removed_at is null
      ${
        'ids' in which
          ? sql`and p.id = any(${which.ids}::uuid[])`
          : 'homeOf' in which
            ? sql`and p.shop_id = ${which.homeOf} and p.is_home`
            : sql`and p.shop_id = ${which.all}`
      }
    order by p.updated_at desc, p.id desc limit ${'homeOf' in which ? 1 : 100}`;
}

export interface PageFile {
  id: string;
  purpose: 'photo' | 'video';
  sizeBytes: number;
}
export async function filesOfPage(tx: Tx, of: { page: string } | { ids: readonly string[] }): Promise<PageFile[]> {
  return rowsOf<PageFile>(tx)`select distinct on (file_id) file_id as id, purpose, size_bytes::float8 as "sizeBytes"
    from page_file where tenant_id = ${scopedTenant}
      and ${'page' in of ? sql`page_id = ${of.page}` : sql`file_id = any(${of.ids}::uuid[])`}
    order by file_id`;
}
export const addPageFile = (tx: Tx, { id, shopId }: PageHead, file: PageFile): Promise<unknown> =>
  sql`insert into page_file (tenant_id, page_id, file_id, shop_id, purpose, size_bytes)
    values (${scopedTenant}, ${id}, ${file.id}, ${shopId}, ${file.purpose}, ${file.sizeBytes})
    on conflict do nothing`.execute(tx.kysely);

/** Stores a preview link and removes expired links. */
export async function addPreview(tx: Tx, { id, shopId }: PageHead, hash: string, endsAt: Date, now: Date) {
  await sql`delete from page_preview where tenant_id = ${scopedTenant} and page_id = ${id} and ends_at <= ${now}`.execute(
    tx.kysely,
  );
  await sql`insert into page_preview (tenant_id, page_id, token_hash, shop_id, ends_at, created_by)
    values (${scopedTenant}, ${id}, ${hash}, ${shopId}, ${endsAt}, ${tx.scope.userId})`.execute(tx.kysely);
}
export async function isPreviewed(tx: Tx, pageId: string, hash: string, now: Date): Promise<boolean> {
  return hasRows(tx)`select from page_preview
    where tenant_id = ${scopedTenant} and page_id = ${pageId} and token_hash = ${hash} and ends_at > ${now}`;
}

export async function recordViewer(tx: Tx, { id, shopId }: PageHead, now: Date, until: Date): Promise<string[]> {
  const { userId, userName } = tx.scope;
  await sql`insert into page_looker (tenant_id, page_id, user_id, shop_id, user_name, until)
    values (${scopedTenant}, ${id}, ${userId}, ${shopId}, ${userName ?? ''}, ${until})
    on conflict (tenant_id, page_id, user_id) do update set until = excluded.until, user_name = excluded.user_name`.execute(
    tx.kysely,
  );
  const { rows } = await sql<{ name: string }>`select user_name as name from page_looker
    where tenant_id = ${scopedTenant} and page_id = ${id} and until > ${now} and user_id is distinct from ${userId}
    order by user_name`.execute(tx.kysely);
  return rows.map(({ name }) => name);
}
