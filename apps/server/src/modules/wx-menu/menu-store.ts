import { sql } from 'kysely';
import type { WxMenu, WxMenuButton } from '@anlan/contract/modules/wx-menu/menu';
import { scopedTenant, type Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';

const none: WxMenu = {
  version: 0,
  buttons: [],
  savedAt: null,
  savedBy: null,
  published: null,
  publishedAt: null,
  publishedBy: null,
};

/** Reads the menu of an account. `lock` locks the account, so that saves run one after the other. */
export async function menuOf(tx: Tx, accountId: string, { lock = false } = {}): Promise<WxMenu> {
  if (lock)
    await sql`select from wx_account where tenant_id = ${scopedTenant} and id = ${accountId}
      for no key update`.execute(tx.kysely);
  const { rows } = await sql<WxMenu>`select version, buttons, saved_at as "savedAt", saved_by as "savedBy", published,
      published_at as "publishedAt", published_by as "publishedBy"
    from wx_menu where tenant_id = ${scopedTenant} and id = ${accountId}`.execute(tx.kysely);
  return rows[0] ?? none;
}

const publishedOf = preparedStatement<{ published: WxMenu['published'] }, [tenantId: string, accountId: string]>(
  'wxMenu.published',
  (tenantId, accountId) => sql`select published from wx_menu where tenant_id = ${tenantId} and id = ${accountId}`,
);
/** Name of the menu entry that a follower tapped, found by its key or address; null when the entry no longer exists. */
export async function tappedName(tx: Tx, accountId: string, tapped: string): Promise<string | null> {
  const [row] = await publishedOf(tx, tx.scope.tenantId, accountId);
  const entries = (row?.published ?? []).flatMap((one) => [one, ...(one.entries ?? [])]);
  return entries.find(({ key, url }) => key === tapped || url === tapped)?.name ?? null;
}

export async function addSeededMenu(
  tx: Tx,
  accountId: string,
  buttons: readonly WxMenuButton[],
  { at, by }: { at: Date; by: string },
): Promise<void> {
  const text = JSON.stringify(buttons);
  await sql`insert into wx_menu (tenant_id, id, account_id, buttons, saved_at, saved_by, published, published_at, published_by)
    values (${scopedTenant}, ${accountId}, ${accountId}, ${text}, ${at}, ${by}, ${text}, ${at}, ${by})`.execute(
    tx.kysely,
  );
}

export async function keepDraft(tx: Tx, accountId: string, buttons: readonly WxMenuButton[], at: Date): Promise<void> {
  const by = tx.scope.userName;
  await sql`insert into wx_menu as m (tenant_id, id, account_id, buttons, saved_at, saved_by)
    values (${scopedTenant}, ${accountId}, ${accountId}, ${JSON.stringify(buttons)}, ${at}, ${by})
    on conflict (tenant_id, id) do update set version = m.version + 1, buttons = excluded.buttons,
      saved_at = excluded.saved_at, saved_by = excluded.saved_by`.execute(tx.kysely);
}

export async function keepPublished(
  tx: Tx,
  accountId: string,
  buttons: readonly WxMenuButton[] | null,
  at: Date,
): Promise<void> {
  const text = buttons === null ? null : JSON.stringify(buttons);
  await sql`update wx_menu set published = ${text}, published_at = ${at}, published_by = ${tx.scope.userName}
    where tenant_id = ${scopedTenant} and id = ${accountId}`.execute(tx.kysely);
}
