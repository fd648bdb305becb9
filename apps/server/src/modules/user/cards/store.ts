import type { UserType } from '@anlan/contract/modules/session/session';
import { idRange } from '#kernel/ids.ts';
import { seesAll } from '#kernel/scope.ts';
import { literal, tenantTables, type Tx } from '#platform/db/index.ts';
import { nameHolds } from '#platform/db/name-search.ts';
import { isBound, openAccountsOf } from '../store.ts';
import type { UserTables } from '../tables.ts';

const { selectFrom } = tenantTables<UserTables>();

export interface Card {
  username: string;
  nickName: string;
  type: UserType;
}

export async function cards(tx: Tx, ids: readonly string[]): Promise<Map<string, Card>> {
  if (ids.length === 0) return new Map();
  const rows = await selectFrom(tx, 'app_user')
    .select(['id', 'username', 'nick_name', 'type'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, { username: row.username, nickName: row.nick_name, type: row.type }]));
}

export async function among(
  tx: Tx,
  ids: readonly string[],
  { keyword, type }: { keyword: string; type: UserType | undefined },
): Promise<string[]> {
  if (ids.length === 0) return [];
  let some = selectFrom(tx, 'app_user').select('id').where('id', 'in', ids);
  if (type !== undefined) some = some.where('type', '=', type);
  const pattern = `%${literal(keyword)}%`;
  if (keyword !== '')
    some = some.where((eb) => eb.or([nameHolds('nick_name', keyword), eb('username', 'like', pattern)]));
  return (await some.execute()).map((row) => row.id);
}

export async function peopleNamed(tx: Tx, ids: readonly string[]): Promise<Map<string, { name: string }>> {
  return new Map([...(await cards(tx, ids))].map(([id, { nickName }]) => [id, { name: nickName }]));
}

/**
 * The given people whose names the caller may see. Staff: colleagues and regulators. Regulators limited to divisions:
 * all except staff of enterprises outside these divisions. Others: everybody.
 */
export async function peopleToName(tx: Tx, ids: readonly string[]): Promise<Map<string, { name: string }>> {
  if (ids.length === 0) return new Map();
  const { userType, enterpriseId } = tx.scope;
  let some = selectFrom(tx, 'app_user')
    .select(['id', 'nick_name'])
    .where('deleted_at', 'is', null)
    .where('id', 'in', [...new Set(ids)]);
  const isLimited = userType === 'regulator' && !seesAll(tx.scope);
  if (userType === 'enterprise' || isLimited)
    // Row-level security shows regulators only the links of enterprises they see, but shows staff all links. Therefore
    // the query filters too.
    some = some.where((eb) =>
      isLimited
        ? eb.or([eb('type', '<>', 'enterprise'), isBound(eb)])
        : eb.or([eb('type', '=', 'regulator'), isBound(eb, enterpriseId ?? idRange.lowest)]),
    );
  return new Map((await some.execute()).map(({ id, nick_name }) => [id, { name: nick_name }]));
}

export const staffOf = (tx: Tx, enterpriseId: string, most: number) =>
  openAccountsOf(tx, enterpriseId)
    .select(['app_user.id', 'app_user.nick_name as name', 'app_user.username'])
    .where('app_user.type', '=', 'enterprise')
    .orderBy('app_user.nick_name')
    .orderBy('app_user.id')
    .limit(most)
    .execute();
