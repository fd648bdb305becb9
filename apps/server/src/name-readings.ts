// Which names are found by letters (decision 0067), and who reads those that came without their readings.
import { snakeCase } from '@anlan/contract/kit/resource';
import { declared } from '@anlan/contract/modules';
import type { Db } from '#platform/db/index.ts';
import { readNames, type NamedTable } from '#platform/db/name-search.ts';

/** Tables whose names are found by letters: those of declared resources, and of two that are no resources of the kit. */
const namedTables: readonly NamedTable[] = [
  { table: 'enterprise', column: 'name' },
  { table: 'enterprise', column: 'short_name' },
  { table: 'app_user', column: 'nick_name' },
  ...declared.flatMap(({ resource: { table, fields } }) =>
    Object.entries(fields).flatMap(([key, { spec }]) =>
      spec.search?.pinyin ? [{ table, column: spec.column ?? snakeCase(key) }] : [],
    ),
  ),
];

/** Reads the names of these tenants that have no readings yet; answers how many. */
export async function readAllNames(db: Db, tenantIds: readonly string[]): Promise<number> {
  let done = 0;
  for (const tenantId of tenantIds) for (const named of namedTables) done += await readNames(db, tenantId, named);
  return done;
}
