import type { SavedView } from '@anlan/contract/modules/saved-view/view';
import { sql } from 'kysely';
import { scopedTenant, type Tx } from '#platform/db/index.ts';

/** What people keep of a view. */
export type ViewContent = Pick<SavedView, 'name' | 'query' | 'columns' | 'isShared'>;
/** A view as it stands in its table. */
export interface StoredView extends ViewContent {
  id: string;
  version: number;
  list: string;
  ownerId: string;
  ownerName: string | null;
}
/** Whose eyes look: the person, and of which audience they are. */
export interface Viewer {
  userId: string;
  audience: string;
}

const view = sql`v.id, v.version, v.list, v.owner_id as "ownerId", v.name, v.query, v.columns, v.is_shared as "isShared",
  u.nick_name as "ownerName"
  from saved_view v left join app_user u on u.tenant_id = v.tenant_id and u.id = v.owner_id`;
const isVisible = ({ userId, audience }: Viewer) =>
  sql`v.tenant_id = ${scopedTenant} and (v.owner_id = ${userId} or v.is_shared and v.audience = ${audience})`;

/** The views of a list that somebody sees: their own first, each by name. */
export async function viewsOf(tx: Tx, viewer: Viewer, list: string): Promise<StoredView[]> {
  const { rows } = await sql<StoredView>`select ${view} where ${isVisible(viewer)} and v.list = ${list}
    order by v.owner_id <> ${viewer.userId}, v.name, v.id`.execute(tx.kysely);
  return rows;
}
/** One that somebody sees; locked until the transaction ends where it is to be changed. */
export async function findView(tx: Tx, viewer: Viewer, id: string, lock = false): Promise<StoredView | undefined> {
  const { rows } = await sql<StoredView>`select ${view} where ${isVisible(viewer)} and v.id = ${id}
    ${lock ? sql`for update of v` : sql``}`.execute(tx.kysely);
  return rows[0];
}
/** Names of somebody's own views of a list; nothing else of theirs is named meanwhile. */
export async function ownNames(tx: Tx, ownerId: string, list: string): Promise<{ id: string; name: string }[]> {
  await sql`select pg_advisory_xact_lock(hashtext('savedView'), hashtext(${ownerId}))`.execute(tx.kysely);
  const { rows } = await sql<{ id: string; name: string }>`select id, name from saved_view
    where tenant_id = ${scopedTenant} and owner_id = ${ownerId} and list = ${list}`.execute(tx.kysely);
  return rows;
}
/** Keeps a new view. */
export const addView = (tx: Tx, row: ViewContent & Viewer & { id: string; list: string }, now: Date) =>
  sql`insert into saved_view
      (tenant_id, id, owner_id, audience, list, name, query, columns, is_shared, created_at, updated_at)
    values (${tx.scope.tenantId}, ${row.id}, ${row.userId}, ${row.audience}, ${row.list}, ${row.name}, ${row.query},
      ${JSON.stringify(row.columns)}::jsonb, ${row.isShared}, ${now}, ${now})`.execute(tx.kysely);
/** Keeps a view as it is now; it is shared where its owner works now. */
export const changeView = (tx: Tx, id: string, row: ViewContent & Pick<Viewer, 'audience'>, now: Date) =>
  sql`update saved_view set version = version + 1, audience = ${row.audience}, name = ${row.name}, query = ${row.query},
      columns = ${JSON.stringify(row.columns)}::jsonb, is_shared = ${row.isShared}, updated_at = ${now}
    where tenant_id = ${scopedTenant} and id = ${id}`.execute(tx.kysely);
/** Takes a view away, and from whoever opens a list with it. */
export const removeView = (tx: Tx, id: string) =>
  sql`delete from saved_view where tenant_id = ${scopedTenant} and id = ${id}`.execute(tx.kysely);

/** The view that somebody's list opens with. */
export async function defaultOf(tx: Tx, userId: string, list: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select view_id as id from saved_view_default
    where tenant_id = ${scopedTenant} and user_id = ${userId} and list = ${list}`.execute(tx.kysely);
  return rows[0]?.id ?? null;
}
/** Sets the view that somebody's list opens with, or none. */
export const setDefault = (tx: Tx, userId: string, list: string, id: string | null) =>
  (id === null
    ? sql`delete from saved_view_default
        where tenant_id = ${scopedTenant} and user_id = ${userId} and list = ${list}`
    : sql`insert into saved_view_default (tenant_id, user_id, list, view_id)
        values (${tx.scope.tenantId}, ${userId}, ${list}, ${id})
        on conflict (tenant_id, user_id, list) do update set view_id = excluded.view_id`
  ).execute(tx.kysely);
/** Takes away the views of people that nobody else sees. */
export const removeUnshared = (tx: Tx, ownerIds: readonly string[]) =>
  sql`delete from saved_view where tenant_id = ${scopedTenant} and owner_id = any(${[...ownerIds]}::uuid[])
    and not is_shared`.execute(tx.kysely);
