import type { SavedView } from '@anlan/contract/modules/saved-view/view';
import { sql } from 'kysely';
import { firstOf, rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';

export type ViewContent = Pick<SavedView, 'name' | 'query' | 'columns' | 'isShared'>;
export interface StoredView extends ViewContent {
  id: string;
  version: number;
  list: string;
  ownerId: string;
  ownerName: string | null;
}
export interface Viewer {
  userId: string;
  audience: string;
}

const view = sql`v.id, v.version, v.list, v.owner_id as "ownerId", v.name, v.query, v.columns, v.is_shared as "isShared",
  u.nick_name as "ownerName"
  from saved_view v left join app_user u on u.tenant_id = v.tenant_id and u.id = v.owner_id`;
const isVisible = ({ userId, audience }: Viewer) =>
  sql`v.tenant_id = ${scopedTenant} and (v.owner_id = ${userId} or v.is_shared and v.audience = ${audience})`;

/** Views of a list that the viewer sees: own views first, each group sorted by name. */
export async function viewsOf(tx: Tx, viewer: Viewer, list: string): Promise<StoredView[]> {
  return rowsOf<StoredView>(tx)`select ${view} where ${isVisible(viewer)} and v.list = ${list}
    order by v.owner_id <> ${viewer.userId}, v.name, v.id`;
}
/** Finds a view that is visible to the viewer. `lock` locks it before a change. */
export async function findView(tx: Tx, viewer: Viewer, id: string, lock = false): Promise<StoredView | undefined> {
  return firstOf<StoredView>(tx)`select ${view} where ${isVisible(viewer)} and v.id = ${id}
    ${lock ? sql`for update of v` : sql``}`;
}
/** Names of a person's own views of a list. Takes a lock, so that the person cannot use a name twice. */
export async function ownNames(tx: Tx, ownerId: string, list: string): Promise<{ id: string; name: string }[]> {
  await sql`select pg_advisory_xact_lock(hashtext('savedView'), hashtext(${ownerId}))`.execute(tx.kysely);
  return rowsOf<{ id: string; name: string }>(tx)`select id, name from saved_view
    where tenant_id = ${scopedTenant} and owner_id = ${ownerId} and list = ${list}`;
}
export const addView = (tx: Tx, row: ViewContent & Viewer & { id: string; list: string }, now: Date) =>
  sql`insert into saved_view
      (tenant_id, id, owner_id, audience, list, name, query, columns, is_shared, created_at, updated_at)
    values (${tx.scope.tenantId}, ${row.id}, ${row.userId}, ${row.audience}, ${row.list}, ${row.name}, ${row.query},
      ${JSON.stringify(row.columns)}::jsonb, ${row.isShared}, ${now}, ${now})`.execute(tx.kysely);
/** Updates a view. The audience of the view becomes the owner's current audience. */
export const changeView = (tx: Tx, id: string, row: ViewContent & Pick<Viewer, 'audience'>, now: Date) =>
  sql`update saved_view set version = version + 1, audience = ${row.audience}, name = ${row.name}, query = ${row.query},
      columns = ${JSON.stringify(row.columns)}::jsonb, is_shared = ${row.isShared}, updated_at = ${now}
    where tenant_id = ${scopedTenant} and id = ${id}`.execute(tx.kysely);
/** Deletes a view. The foreign key also removes it as default view of other users. */
export const removeView = (tx: Tx, id: string) =>
  sql`delete from saved_view where tenant_id = ${scopedTenant} and id = ${id}`.execute(tx.kysely);

export async function defaultOf(tx: Tx, userId: string, list: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select view_id as id from saved_view_default
    where tenant_id = ${scopedTenant} and user_id = ${userId} and list = ${list}`.execute(tx.kysely);
  return rows[0]?.id ?? null;
}
export const setDefault = (tx: Tx, userId: string, list: string, id: string | null) =>
  (id === null
    ? sql`delete from saved_view_default
        where tenant_id = ${scopedTenant} and user_id = ${userId} and list = ${list}`
    : sql`insert into saved_view_default (tenant_id, user_id, list, view_id)
        values (${tx.scope.tenantId}, ${userId}, ${list}, ${id})
        on conflict (tenant_id, user_id, list) do update set view_id = excluded.view_id`
  ).execute(tx.kysely);
export const removeUnshared = (tx: Tx, ownerIds: readonly string[]) =>
  sql`delete from saved_view where tenant_id = ${scopedTenant} and owner_id = any(${[...ownerIds]}::uuid[])
    and not is_shared`.execute(tx.kysely);
