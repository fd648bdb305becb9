import { withConnection, type Connection } from '#platform/db/connection.ts';
import { tables, type Tx } from '#platform/db/index.ts';
import type { VaultTables } from './tables.ts';

const on = tables<VaultTables>();

export type KeyRow = Pick<VaultTables['data_key'], 'kind' | 'no' | 'state' | 'wrapped' | 'master'>;

export const readKeys = (tx: Tx): Promise<KeyRow[]> =>
  on(tx)
    .selectFrom('data_key')
    .select(['kind', 'no', 'state', 'wrapped', 'master'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .execute();

export const insertFirst = (tx: Tx, rows: KeyRow[]) =>
  on(tx)
    .insertInto('data_key')
    .values(rows.map((row) => ({ ...row, tenant_id: tx.scope.tenantId, replaced_at: null })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const deleteKeys = (tx: Tx) =>
  on(tx).deleteFrom('data_key').where('tenant_id', '=', tx.scope.tenantId).execute();

/** A column that stores encrypted values, as its database comment declares. */
export interface EncryptedColumn {
  table: string;
  column: string;
  by: string;
}

export const inTenant = <T>(
  appUrl: string,
  tenantId: string,
  work: (within: <R>(step: (client: Connection) => Promise<R>) => Promise<R>) => Promise<T>,
): Promise<T> =>
  withConnection(appUrl, (client) =>
    work(async (step) => {
      await client.query('begin');
      try {
        await client.query(
          `select set_config('anlan.tenant_id', $1, true), set_config('anlan.wall', 'on', true),
             set_config('anlan.enterprise_from', '00000000-0000-0000-0000-000000000000', true),
             set_config('anlan.enterprise_to', 'ffffffff-ffff-ffff-ffff-ffffffffffff', true),
             set_config('anlan.region_from', '0', true), set_config('anlan.region_to', 'z', true),
             set_config('anlan.region_until_1', 'z', true), set_config('lock_timeout', '60s', true)`,
          [tenantId],
        );
        const result = await step(client);
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw error;
      }
    }),
  );

/**
 * Lists the ids of all tenants. It reads the brands, which every scope may read, because keys are visible only in the
 * scope of their tenant.
 */
export const everyTenant = (appUrl: string): Promise<string[]> =>
  withConnection(appUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(`select id from brand union select '0' order by 1`);
    return rows.map(({ id }) => id);
  });

export async function encryptedColumns(client: Connection): Promise<EncryptedColumn[]> {
  const { rows } = await client.query<EncryptedColumn>(
    `select c.relname as table, a.attname as column, substring(d.description from '^sealed by ([a-z_]+)$') as by
     from pg_description d join pg_class c on c.oid = d.objoid and c.relnamespace = 'public'::regnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid
     where d.classoid = 'pg_class'::regclass and d.description ~ '^sealed by [a-z_]+$' order by 1, 2`,
  );
  return rows;
}

export const holdFieldKeys = async (client: Connection, tenantId: string) =>
  (
    await client.query<{ no: number; state: KeyRow['state'] }>(
      `select no, state from data_key where tenant_id = $1 and kind = 'field' order by no for update`,
      [tenantId],
    )
  ).rows;

/** Stores a new key in the state `next`, because every node must know it before any node uses it. */
export const insertNext = (client: Connection, tenantId: string, row: Pick<KeyRow, 'no' | 'wrapped' | 'master'>) =>
  client.query(
    `insert into data_key (tenant_id, kind, no, state, wrapped, master) values ($1, 'field', $2, 'next', $3, $4)`,
    [tenantId, row.no, row.wrapped, row.master],
  );

export async function promote(client: Connection, tenantId: string) {
  const { rowCount } = await client.query(
    `update data_key set state = 'old', replaced_at = anlan_now() where tenant_id = $1 and kind = 'field' and state = 'current'
       and exists (select from data_key n where n.tenant_id = $1 and n.kind = 'field' and n.state = 'next')`,
    [tenantId],
  );
  if (rowCount)
    await client.query(
      `update data_key set state = 'current' where tenant_id = $1 and kind = 'field' and state = 'next'`,
      [tenantId],
    );
}

const named = (name: string) => {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`not a name: ${name}`);
  return `"${name}"`;
};

export const encryptedAfter = async (
  client: Connection,
  at: EncryptedColumn,
  tenantId: string,
  after: string | null,
  limit: number,
) => {
  const [table, column, by] = [named(at.table), named(at.column), named(at.by)];
  return (
    await client.query<{ id: string; sealed: string }>(
      `select ${by}::text as id, ${column} as sealed from ${table}
       where tenant_id = $1 and ${column} is not null and ($2::uuid is null or ${by} > $2::uuid) order by ${by} limit $3`,
      [tenantId, after, limit],
    )
  ).rows;
};

/** Replaces an encrypted value, unless it was changed in the meantime. */
export async function replaceEncrypted(
  client: Connection,
  at: EncryptedColumn,
  tenantId: string,
  values: { id: string; before: string; after: string }[],
): Promise<number> {
  const [table, column, by] = [named(at.table), named(at.column), named(at.by)];
  const { rowCount } = await client.query(
    `update ${table} t set ${column} = v.after from unnest($2::uuid[], $3::text[], $4::text[]) v (id, before, after)
     where t.tenant_id = $1 and t.${by} = v.id and t.${column} = v.before`,
    [tenantId, values.map(({ id }) => id), values.map(({ before }) => before), values.map(({ after }) => after)],
  );
  return rowCount ?? 0;
}
