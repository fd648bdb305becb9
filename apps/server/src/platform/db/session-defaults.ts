// Settings of every session of the server's role. The role carries them: a connection pooler refuses settings that a
// connection sends at its start, or drops them without a word.
import pg from 'pg';
import { StartError } from '../start/start-error.ts';
import { errorCode, withConnection, type Connection } from './connection.ts';

/** Settings that transactions depend on, as PostgreSQL shows them. */
const required = { TimeZone: 'UTC', lock_timeout: '3s', idle_in_transaction_session_timeout: '30s' };

const defaults = {
  ...required,
  // The database asks every few seconds whether its client is still there. A machine that lost its power closes no
  // connection, and would keep its locks for the usual two hours. A socket of the same machine has no such setting.
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
};

/** Gives the role these settings where it lacks one; `client` is the owner, `sessionUrl` the role itself. */
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
    // A role that the owner did not make may change its own settings.
    await withConnection(sessionUrl, (own) => own.query(statements.join('; ')));
  }
}

/** Refuses to serve on a session that lacks the settings. */
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
