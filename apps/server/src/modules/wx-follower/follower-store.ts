import { sql } from 'kysely';
import { rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';
import { nameHolds } from '#platform/db/name-search.ts';
import { searchText } from '#platform/pinyin/search-text.ts';

export interface StoredFollower {
  id: string;
  version: number;
  accountId: string;
  appId: string;
  appName: string;
  openId: string;
  nickName: string;
  headimgUrl: string | null;
  remark: string | null;
  subscribed: boolean;
  subscribedAt: Date | null;
  scene: string | null;
  tags: string[];
  employeeId: string | null;
  lastAt: Date | null;
}

const columns = sql`f.id, f.version, f.account_id as "accountId", a.app_id as "appId", a.name as "appName",
  f.open_id as "openId", f.nick_name as "nickName", f.headimg_url as "headimgUrl", f.remark, f.subscribed,
  f.subscribed_at as "subscribedAt", f.scene, f.tags, f.employee_id as "employeeId", c.last_at as "lastAt"`;
const source = sql`wx_follower f join wx_account a on a.tenant_id = f.tenant_id and a.id = f.account_id
  left join wx_conversation c on c.tenant_id = f.tenant_id and c.follower_id = f.id`;

export interface FollowerFilter {
  appId?: string | undefined;
  nickName?: string | undefined;
  subscribed?: boolean | undefined;
  tag?: string | undefined;
  bound?: boolean | undefined;
}

function conditionsOf({ appId, nickName, subscribed, tag, bound }: FollowerFilter) {
  return sql.join(
    [
      sql`f.tenant_id = ${scopedTenant}`,
      ...(appId === undefined ? [] : [sql`a.app_id = ${appId}`]),
      ...(nickName ? [sql`(${nameHolds('f.nick_name', nickName)} or ${nameHolds('f.remark', nickName)})`] : []),
      ...(subscribed === undefined ? [] : [sql`f.subscribed = ${subscribed}`]),
      ...(tag ? [sql`f.tags @> array[${tag}]`] : []),
      ...(bound === undefined ? [] : [bound ? sql`f.employee_id is not null` : sql`f.employee_id is null`]),
    ],
    sql` and `,
  );
}

export async function followerPage(
  tx: Tx,
  filter: FollowerFilter,
  sort: { by: string; desc: boolean } | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: StoredFollower[]; total: number }> {
  const where = conditionsOf(filter);
  const by = sort?.by === 'lastAt' ? sql`c.last_at` : sql`f.subscribed_at`;
  const way = sort && !sort.desc ? sql`asc nulls first` : sql`desc nulls last`;
  const { rows } = await sql<StoredFollower>`select ${columns} from ${source} where ${where}
    order by ${by} ${way}, f.id desc limit ${limit} offset ${offset}`.execute(tx.kysely);
  const { rows: counted } = await sql<{ found: string }>`select count(*) as found from ${source}
    where ${where}`.execute(tx.kysely);
  return { rows, total: Number(counted[0]?.found) };
}

export async function followersNamed(tx: Tx, ids: readonly string[]): Promise<StoredFollower[]> {
  if (ids.length === 0) return [];
  return rowsOf<StoredFollower>(tx)`select ${columns} from ${source}
    where f.tenant_id = ${scopedTenant} and f.id = any(${ids}::uuid[])`;
}

/** Locks a follower until the transaction ends; returns its version, or null when missing. */
export async function lockFollower(tx: Tx, id: string): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`select version from wx_follower
    where tenant_id = ${scopedTenant} and id = ${id} for update`.execute(tx.kysely);
  return rows[0]?.version ?? null;
}

/** Changes the editable fields of a follower. Undefined fields stay unchanged. */
export async function changeFollower(
  tx: Tx,
  id: string,
  {
    remark,
    tags,
    employeeId,
  }: {
    remark?: string | null | undefined;
    tags?: readonly string[] | undefined;
    employeeId?: string | null | undefined;
  },
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`update wx_follower set version = version + 1, updated_at = ${at}
      ${remark === undefined ? sql`` : sql`, remark = ${remark}, remark_search = ${await searchText(remark ?? '')}`}
      ${tags === undefined ? sql`` : sql`, tags = ${tags}::text[]`}
      ${employeeId === undefined ? sql`` : sql`, employee_id = ${employeeId}`}
    where tenant_id = ${scopedTenant} and id = ${id} returning version`.execute(tx.kysely);
  return rows[0]?.version ?? 0;
}

/** Returns the follower with an open id and adds it when it is new. Stores the given subscription state. */
export async function followerBehind(
  tx: Tx,
  id: string,
  { accountId, openId, nickName }: { accountId: string; openId: string; nickName: string },
  subscription: { subscribed?: boolean; scene?: string | null },
  at: Date,
): Promise<{ id: string; nickName: string }> {
  const subscribed = subscription.subscribed ?? true;
  const { rows } = await sql<{ id: string; nickName: string }>`
    insert into wx_follower (tenant_id, id, account_id, open_id, nick_name, nick_name_search, subscribed, subscribed_at, scene,
      created_at, updated_at)
    values (${scopedTenant}, ${id}, ${accountId}, ${openId}, ${nickName}, ${await searchText(nickName)}, ${subscribed},
      ${subscribed ? at : null}, ${subscription.scene ?? null}, ${at}, ${at})
    on conflict (tenant_id, account_id, open_id) do update set
      subscribed = ${subscribed},
      subscribed_at = ${subscription.subscribed === true ? at : sql`wx_follower.subscribed_at`},
      scene = ${subscription.scene === undefined ? sql`wx_follower.scene` : subscription.scene},
      updated_at = ${at}
    returning id, nick_name as "nickName"`.execute(tx.kysely);
  const [row] = rows;
  if (!row) throw new Error('a follower is neither there nor added');
  return row;
}

export async function tagsInUse(tx: Tx): Promise<{ tag: string; followers: number }[]> {
  return rowsOf<{ tag: string; followers: number }>(tx)`select tag, count(*)::int as followers
    from wx_follower f cross join unnest(f.tags) tag where f.tenant_id = ${scopedTenant}
    group by tag order by 2 desc, 1 limit 200`;
}

/** Owner of the public account that a follower follows; undefined when the caller does not see the follower. */
export async function ownerOfFollower(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ owner: string }>`select enterprise_id as owner from wx_follower
    where tenant_id = ${scopedTenant} and id = ${id}`.execute(tx.kysely);
  return rows[0]?.owner;
}
