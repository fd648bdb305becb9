// Makes names searchable by pinyin (decision 0067). A job adds missing pinyin.
import { snakeCase } from '@anlan/contract/kit/resource';
import { declaredResources } from '@anlan/contract/modules';
import type { Db } from '#platform/db/index.ts';
import { readNames, type NamedTable } from '#platform/db/name-search.ts';

const namedTables: readonly NamedTable[] = [
  { table: 'enterprise', column: 'name' },
  { table: 'enterprise', column: 'short_name' },
  { table: 'app_user', column: 'nick_name' },
  { table: 'role', column: 'name' },
  { table: 'announcement', column: 'title' },
  { table: 'brand', column: 'name', isTenant: true },
  { table: 'wx_follower', column: 'nick_name' },
  { table: 'wx_follower', column: 'remark' },
  ...declaredResources.flatMap(({ resource: { table, fields } }) =>
    Object.entries(fields).flatMap(([key, { spec }]) =>
      spec.search?.pinyin ? [{ table, column: spec.column ?? snakeCase(key) }] : [],
    ),
  ),
];

export async function readAllNames(db: Db, tenantIds: readonly string[]): Promise<number> {
  let done = 0;
  for (const tenantId of tenantIds) for (const named of namedTables) done += await readNames(db, tenantId, named);
  return done;
}
