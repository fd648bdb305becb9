import type { UserType } from '@anlan/contract/domain/session';
import { literal, tables, type Tx } from '#platform/db/index.ts';
import type { UserTables } from '../tables.ts';

const on = tables<UserTables>();

/** What is shown of a person beside what they do. */
export interface Card {
  username: string;
  nickName: string;
  type: UserType;
}

/** Cards by id. */
export async function cards(tx: Tx, ids: readonly string[]): Promise<Map<string, Card>> {
  if (ids.length === 0) return new Map();
  const rows = await on(tx)
    .selectFrom('app_user')
    .select(['id', 'username', 'nick_name', 'type'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, { username: row.username, nickName: row.nick_name, type: row.type }]));
}

/** Which of these people are of a kind and have a text in their name or account name. */
export async function among(
  tx: Tx,
  ids: readonly string[],
  { keyword, type }: { keyword: string; type: UserType | undefined },
): Promise<string[]> {
  if (ids.length === 0) return [];
  let some = on(tx)
    .selectFrom('app_user')
    .select('id')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', 'in', ids);
  if (type !== undefined) some = some.where('type', '=', type);
  const pattern = `%${literal(keyword)}%`;
  if (keyword !== '')
    some = some.where((eb) => eb.or([eb('nick_name', 'like', pattern), eb('username', 'like', pattern)]));
  return (await some.execute()).map((row) => row.id);
}
