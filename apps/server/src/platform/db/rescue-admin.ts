import { newId } from '#kernel/ids.ts';
import { withConnection, type Connection } from './connection.ts';

export interface Rescue {
  tenantId: string;
  username: string | null;
  passwordHash: string;
  passwordEndsAt: Date;
  /** Number of earlier passwords that are remembered in a tenant at protection level three (decision 0041). */
  rememberedPasswords: number;
  /** Permits of the two other administrator duties, which this account must not have (S77). */
  otherDuties: readonly string[];
}

export type RescueResult = { username: string } | { problem: 'no tenant' | 'no person' | 'other duty' };

const needed = ['sys:role:index', 'sys:role:edit', 'sys:role:perm', 'sys:user:index'];

/** Adds the old hash to the `most` remembered passwords, as a normal password change does. */
async function rememberPassword(client: Connection, tenantId: string, userId: string, most: number) {
  if (most > 0)
    await client.query(
      `insert into password_used (tenant_id, id, user_id, hash) select tenant_id, $3, id, password_hash from app_user
       where tenant_id = $1 and id = $2 and password_hash is not null and not must_change_password`,
      [tenantId, userId, newId()],
    );
  await client.query(
    `delete from password_used where tenant_id = $1 and user_id = $2 and id not in
       (select id from password_used where tenant_id = $1 and user_id = $2 order by id desc limit $3)`,
    [tenantId, userId, most],
  );
}

/**
 * Restores access to a tenant without a usable administrator (S34), from the command line. Sets a one-time password
 * and grants the administrator role with its basic permits. Removes the second factor and all sessions, and writes an
 * audit row. In a tenant at protection level three it restores a security administrator.
 */
export const rescueAdmin = (
  appUrl: string,
  { tenantId, username, passwordHash, passwordEndsAt, rememberedPasswords: usedKept, otherDuties }: Rescue,
): Promise<RescueResult> =>
  withConnection(appUrl, async (client) => {
    await client.query('begin');
    await client.query(`select set_config('anlan.tenant_id', $1, true), set_config('anlan.wall', 'on', true)`, [
      tenantId,
    ]);
    await client.query(`select pg_advisory_xact_lock(hashtext('anlan.rights'), hashtext($1))`, [tenantId]);
    const tenants = await client.query<{ mlps3: boolean }>('select mlps3 from tenant where tenant_id = $1', [tenantId]);
    const mlps3 = tenants.rows[0]?.mlps3 ?? false;
    const code = mlps3 ? 'ROLE_SECURITY_ADMIN' : tenantId === '0' ? 'ROLE_ADMIN' : 'ROLE_TENANT_ADMIN';
    const roles = await client.query<{ id: string }>('select id from role where tenant_id = $1 and code = $2', [
      tenantId,
      code,
    ]);
    const roleId = roles.rows[0]?.id;
    if (roleId === undefined) return { problem: 'no tenant' };
    const people = await client.query<{ id: string; username: string }>(
      `select app_user.id, username from app_user
         left join user_role on user_role.tenant_id = app_user.tenant_id and user_id = app_user.id and role_id = $2
       where app_user.tenant_id = $1 and deleted_at is null and type = $4
         and case when $3::text is null then role_id is not null else username = $3 end
       order by app_user.created_at, app_user.id limit 1 for update of app_user`,
      [tenantId, roleId, username, tenantId === '0' ? 'platform' : 'regulator'],
    );
    const person = people.rows[0];
    if (person === undefined) return { problem: 'no person' };
    const apart = await client.query(
      `select from user_role join role_permit using (tenant_id, role_id)
       where tenant_id = $1 and user_id = $2 and role_id <> $3 and permit = any ($4::text[]) limit 1`,
      [tenantId, person.id, roleId, otherDuties],
    );
    if (mlps3 && apart.rowCount !== 0) return { problem: 'other duty' };
    await rememberPassword(client, tenantId, person.id, mlps3 ? usedKept : 0);
    await client.query(
      `update app_user set lock_flag = '0', approval = 'approved', password_hash = $3, password_changed_at = anlan_now(),
         password_ends_at = $4, must_change_password = true, demo = false, version = version + 1, updated_at = anlan_now()
       where tenant_id = $1 and id = $2`,
      [tenantId, person.id, passwordHash, passwordEndsAt],
    );
    await client.query(
      'insert into user_role (tenant_id, user_id, role_id) values ($1, $2, $3) on conflict do nothing',
      [tenantId, person.id, roleId],
    );
    await client.query(
      'insert into role_permit (tenant_id, role_id, permit) select $1, $2, unnest($3::text[]) on conflict do nothing',
      [tenantId, roleId, [...needed, mlps3 ? 'sys:role:delegate' : 'sys:user:edit']],
    );
    // An administrator limited to regions could neither see the other regions nor grant them.
    await client.query(`update role set data_scope = '0' where tenant_id = $1 and id = $2`, [tenantId, roleId]);
    await client.query('delete from role_region where tenant_id = $1 and role_id = $2', [tenantId, roleId]);
    const own = [tenantId, person.id];
    await client.query('delete from second_factor where tenant_id = $1 and user_id = $2', own);
    await client.query('delete from recovery_code where tenant_id = $1 and user_id = $2', own);
    await client.query(
      `update session set revoked_at = anlan_now(), revoked_reason = 'rescued'
       where tenant_id = $1 and user_id = $2 and revoked_at is null`,
      own,
    );
    await client.query(
      `insert into audit (tenant_id, id, user_id, user_name, address, user_agent, request_id, call, object_type, object_id, outcome, note)
       values ($1, $2, null, '本机命令', 'local', 'npm start -- --rescue-admin', $3, 'access.rescue', 'user', $4, 'done', $5)`,
      [tenantId, newId(), newId(), person.id, person.username],
    );
    await client.query('commit');
    return { username: person.username };
  });
