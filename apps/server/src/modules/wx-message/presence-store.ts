import { sql } from 'kysely';
import { scopedTenant, type Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';

export interface Viewer {
  userId: string;
  name: string;
  typing: boolean;
}

export async function look(tx: Tx, followerId: string, typing: boolean, until: Date): Promise<void> {
  const { userId, userName } = tx.scope;
  await sql`insert into wx_presence (tenant_id, follower_id, user_id, user_name, typing, until)
    values (${scopedTenant}, ${followerId}, ${userId}, ${userName ?? ''}, ${typing}, ${until})
    on conflict (tenant_id, follower_id, user_id) do update set typing = excluded.typing, until = excluded.until`.execute(
    tx.kysely,
  );
}

const lookers = preparedStatement<
  Viewer & { followerId: string },
  [tenantId: string, followerIds: readonly string[], now: Date, but: string | null]
>(
  'wxMessage.lookers',
  (tenantId, followerIds, now, but) => sql`select follower_id as "followerId", user_id as "userId",
      user_name as name, typing from wx_presence
    where tenant_id = ${tenantId} and follower_id = any(${followerIds}::uuid[]) and until > ${now}
      and user_id is distinct from ${but}::uuid order by user_name`,
);
export async function lookersOf(tx: Tx, followerIds: readonly string[], now: Date): Promise<Map<string, Viewer[]>> {
  if (followerIds.length === 0) return new Map();
  const rows = await lookers(tx, tx.scope.tenantId, followerIds, now, tx.scope.userId);
  const byFollower = new Map<string, Viewer[]>();
  for (const { followerId, ...looker } of rows)
    byFollower.set(followerId, [...(byFollower.get(followerId) ?? []), looker]);
  return byFollower;
}

export async function forgetLookers(tx: Tx, now: Date): Promise<void> {
  await sql`delete from wx_presence where tenant_id = ${scopedTenant} and until < ${now}`.execute(tx.kysely);
}
