// Dangers that were reported with pictures of followers.
import { sql } from 'kysely';
import type { WxPhotoDanger } from '@anlan/contract/modules/wx-message/views';
import { rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';

export const keepPhoto = (tx: Tx, messageId: string, photoId: string) =>
  sql`insert into wx_message_photo (tenant_id, message_id, photo_id)
    values (${tx.scope.tenantId}, ${messageId}, ${photoId})`.execute(tx.kysely);

/** Links the photos of these dangers to them. */
export const linkDangers = (tx: Tx, dangerIds: readonly string[]) =>
  sql`update wx_message_photo w set danger_id = d.id
    from danger d cross join lateral jsonb_array_elements(d.photos_before) p (photo)
    where d.tenant_id = ${scopedTenant} and d.id = any(${[...dangerIds]}::uuid[]) and w.tenant_id = ${scopedTenant}
      and w.photo_id = (p.photo ->> 'id')::uuid and w.danger_id is null`.execute(tx.kysely);

/** Row security limits the messages and the dangers to those that the caller sees. */
export async function photoDangers(tx: Tx, followerId: string): Promise<WxPhotoDanger[]> {
  return rowsOf<WxPhotoDanger>(tx)`select m.id as "messageId", d.id as "dangerId", d.no, d.status
    from wx_message m
    join wx_message_photo w on w.tenant_id = m.tenant_id and w.message_id = m.id
    join danger d on d.tenant_id = w.tenant_id and d.id = w.danger_id and d.removed_at is null
    where m.tenant_id = ${scopedTenant} and m.follower_id = ${followerId} and m.rep_type = 'image'
    order by m.id desc limit 200`;
}
