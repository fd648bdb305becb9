import { newId } from '#kernel/ids.ts';
import { withConnection, type Connection } from './connection.ts';

export type OpenAccounts = { tenantId: string; tenantName: string; usernames: string[] };

// Each brand row names a tenant, and every scope may read brands. All other rows are read in the scope of their tenant.
async function inEachTenant(client: Connection, work: (tenantId: string, tenantName: string) => Promise<void>) {
  const { rows } = await client.query<{ id: string; name: string }>('select id, name from brand order by sort, id');
  for (const { id, name } of rows) {
    await client.query('begin');
    await client.query(`select set_config('anlan.tenant_id', $1, true), set_config('anlan.wall', 'on', true)`, [id]);
    await work(id, name);
    await client.query('commit');
  }
}

const open = `demo and lock_flag = '0'`;

/** Demo accounts that can sign in. With `hasPassword` only those whose password hash it accepts. */
export const openDemoAccounts = (
  appUrl: string,
  hasPassword: (hash: string) => Promise<boolean> = async () => true,
): Promise<OpenAccounts[]> =>
  withConnection(appUrl, async (client) => {
    const openAccounts: OpenAccounts[] = [];
    // Accounts of one published seed share a hash, and each check of a hash is slow.
    const checks = new Map<string, Promise<boolean>>();
    const check = (hash: string) => {
      const previous = checks.get(hash) ?? hasPassword(hash);
      checks.set(hash, previous);
      return previous;
    };
    await inEachTenant(client, async (tenantId, tenantName) => {
      const { rows } = await client.query<{ username: string; hash: string | null }>(
        `select username, password_hash as hash from app_user where ${open} order by created_at, id`,
      );
      const usernames: string[] = [];
      for (const { username, hash } of rows) if (await check(hash ?? '')) usernames.push(username);
      if (usernames.length > 0) openAccounts.push({ tenantId, tenantName, usernames });
    });
    return openAccounts;
  });

export const lockDemoAccounts = (appUrl: string): Promise<number> =>
  withConnection(appUrl, async (client) => {
    let locked = 0;
    await inEachTenant(client, async (tenantId) => {
      const { rows } = await client.query<{ id: string; username: string }>(
        `update app_user set lock_flag = '9', version = version + 1, updated_at = anlan_now() where ${open} returning id, username`,
      );
      if (rows.length === 0) return;
      locked += rows.length;
      await client.query(
        `update session set revoked_at = anlan_now(), revoked_reason = 'locked'
         where tenant_id = $1 and user_id = any($2) and revoked_at is null`,
        [tenantId, rows.map(({ id }) => id)],
      );
      await client.query(
        `insert into audit (tenant_id, id, address, user_agent, request_id, call, object_type, object_id, outcome, note)
         select $1, id, 'local', 'npm start -- --lock-demo', $2, 'maintenance.lockDemo', 'user', person, 'done', name
         from unnest($3::uuid[], $4::text[], $5::text[]) as locked (id, person, name)`,
        [tenantId, newId(), rows.map(() => newId()), rows.map(({ id }) => id), rows.map(({ username }) => username)],
      );
    });
    return locked;
  });
