// Session settings of the server role. They belong to the role, because a connection pooler refuses or drops settings
// sent at connection start.
import pg from 'pg';
import { StartError } from '../start/start-error.ts';
import { errorCode, withConnection, type Connection } from './connection.ts';

/** Session settings that transactions depend on, in the format in which PostgreSQL returns them. */
const required = { TimeZone: 'UTC', lock_timeout: '3s', idle_in_transaction_session_timeout: '30s' };

const defaults = {
  ...required,
  // Short keepalive intervals: a client that loses power does not close its connection, and its locks would last two
  // hours. A Unix socket has no such settings.
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
};

export async function setSessionDefaults(client: Connection, role: string, sessionUrl: string): Promise<void> {
  const { rows } = await client.query<{ config: string[] }>(
    `select coalesce(s.setconfig, '{}') as config from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
     where r.rolname = $1 and s.setdatabase = 0`,
    [role],
  );
  const config = new Set(rows[0]?.config);
  const missing = Object.entries(defaults).filter(([name, value]) => !config.has(`${name}=${value}`));
  if (missing.length === 0) return;
  const statements = missing.map(
    ([name, value]) => `alter role ${pg.escapeIdentifier(role)} set ${name} = ${pg.escapeLiteral(value)}`,
  );
  try {
    await client.query(statements.join('; '));
  } catch (error) {
    if (errorCode(error) !== '42501') throw error;
    // A role that the owner did not create can still change its own settings.
    await withConnection(sessionUrl, (own) => own.query(statements.join('; ')));
  }
}

export async function assertSessionDefaults(client: Connection): Promise<void> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) name',
    [Object.keys(required)],
  );
  const faults = rows.flatMap(({ name, value }) => {
    const [, wanted] = Object.entries(required).find(([one]) => one === name) ?? [];
    return value === wanted ? [] : [`${name} 是 ${value}，应为 ${wanted}`];
  });
  if (faults.length > 0)
    throw new StartError(
      `服务用的数据库连接缺少角色的设置（${faults.join('；')}）：经 pgbouncer 连接时，在它的管理控制台执行 RECONNECT 再启动；否则去掉别处给这个角色的同名设置（alter role … in database … reset …）。`,
    );
}
