import { sql } from 'kysely';
import { newId } from '#kernel/ids.ts';
import { scopedTenant, type Tx } from '#platform/db/index.ts';

export interface KnownMaterial {
  mediaId: string;
  name: string | null;
  sizeBytes: number | null;
}

export async function keepMaterial(
  tx: Tx,
  accountId: string,
  one: { mediaId: string; type: string; name: string; url: string | null; contentType: string; sizeBytes: number },
  at: Date,
): Promise<void> {
  await sql`insert into wx_material (tenant_id, id, account_id, media_id, type, name, url, content_type, size_bytes,
      created_at, updated_at, created_by)
    values (${scopedTenant}, ${newId()}, ${accountId}, ${one.mediaId}, ${one.type}, ${one.name}, ${one.url},
      ${one.contentType}, ${one.sizeBytes}, ${at}, ${at}, ${tx.scope.userId})
    on conflict (tenant_id, account_id, media_id) do nothing`.execute(tx.kysely);
}

export async function knownOf(
  tx: Tx,
  accountId: string,
  mediaIds: readonly string[],
): Promise<{ known: Map<string, KnownMaterial>; used: Map<string, number> }> {
  if (mediaIds.length === 0) return { known: new Map(), used: new Map() };
  const { rows } = await sql<
    KnownMaterial & { size: string | null }
  >`select media_id as "mediaId", name, size_bytes as size
    from wx_material where tenant_id = ${scopedTenant} and account_id = ${accountId}
      and media_id = any(${mediaIds}::text[])`.execute(tx.kysely);
  const { rows: uses } = await sql<{ mediaId: string; found: number }>`select "mediaId", sum(found)::int as found from (
      select rep_media_id as "mediaId", count(*) as found from wx_message
      where tenant_id = ${scopedTenant} and type = '2' and rep_media_id = any(${mediaIds}::text[]) group by 1
      union all
      select answer->>'repMediaId', count(*) from wx_auto_reply
      where tenant_id = ${scopedTenant} and account_id = ${accountId} and removed_at is null
        and answer->>'repMediaId' = any(${mediaIds}::text[]) group by 1) uses
    group by 1`.execute(tx.kysely);
  return {
    known: new Map(
      rows.map(({ mediaId, name, size }) => [
        mediaId,
        { mediaId, name, sizeBytes: size === null ? null : Number(size) },
      ]),
    ),
    used: new Map(uses.map(({ mediaId, found }) => [mediaId, found])),
  };
}

export async function answersNaming(tx: Tx, accountId: string, mediaId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from wx_auto_reply where tenant_id = ${scopedTenant}
    and account_id = ${accountId} and removed_at is null and answer->>'repMediaId' = ${mediaId} limit 3`.execute(
    tx.kysely,
  );
  return rows.map(({ name }) => name);
}

export async function dropMaterial(tx: Tx, accountId: string, mediaId: string): Promise<void> {
  await sql`delete from wx_material where tenant_id = ${scopedTenant} and account_id = ${accountId}
    and media_id = ${mediaId}`.execute(tx.kysely);
}

export async function messageWith(
  tx: Tx,
  accountId: string,
  mediaId: string,
): Promise<{ repType: string; createTime: Date } | null> {
  const { rows } = await sql<{
    repType: string;
    createTime: Date;
  }>`select rep_type as "repType", create_time as "createTime"
    from wx_message where tenant_id = ${scopedTenant} and account_id = ${accountId} and type = '1'
      and (rep_media_id = ${mediaId} or rep_thumb_media_id = ${mediaId}) order by id desc limit 1`.execute(tx.kysely);
  return rows[0] ?? null;
}

/** Where a material is used, at most fifty places: menus and automatic replies first, then the newest messages. */
export async function usesOf(
  tx: Tx,
  accountId: string,
  mediaId: string,
): Promise<{ where: 'autoReply' | 'message' | 'menu'; id: string; name: string; at: Date | null }[]> {
  const { rows } = await sql<{ where: 'autoReply' | 'message' | 'menu'; id: string; name: string; at: Date | null }>`
    select 'menu' as where, u.id, '自定义菜单' as name, null::timestamptz as at, 0 as place from wx_menu u
      where u.tenant_id = ${scopedTenant} and u.account_id = ${accountId}
        and strpos(u.buttons::text || coalesce(u.published::text, ''), ${JSON.stringify(mediaId)}) > 0
    union all
    select 'autoReply', r.id, r.name, null, 1 from wx_auto_reply r
      where r.tenant_id = ${scopedTenant} and r.account_id = ${accountId} and r.removed_at is null
        and r.answer->>'repMediaId' = ${mediaId}
    union all
    (select 'message', m.follower_id, coalesce(f.remark, f.nick_name), m.create_time, 2 from wx_message m
      join wx_follower f on f.tenant_id = m.tenant_id and f.id = m.follower_id
      where m.tenant_id = ${scopedTenant} and m.account_id = ${accountId} and m.type = '2' and m.rep_media_id = ${mediaId}
      order by m.id desc limit 50)
    order by place, at desc nulls first limit 50`.execute(tx.kysely);
  return rows.map(({ where, id, name, at }) => ({ where, id, name, at }));
}
