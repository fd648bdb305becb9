import pg from 'pg';
import { refusedParameter } from '../start/start-remedies.ts';
import { StartError } from '../start/start-error.ts';
import { errorCode, withConnection } from './connection.ts';

export type ExternalDatabaseFacts = {
  version: string;
  current: boolean;
  superuser: boolean;
  /** Whether the connection is local, or encrypted with a verified certificate. */
  isEncrypted: boolean;
  /** Whether PUBLIC may create large objects, which row security does not cover. */
  largeObjects: boolean;
};

export const openLargeObjects = `
  select p.oid::regprocedure::text as name from pg_proc p
  cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x
  where p.pronamespace = 'pg_catalog'::regnamespace and p.proname ~ '^lo(_|read$|write$)' and x.grantee = 0`;

/**
 * Minimum minor version per major version, as of 12 November 2026; newer majors have none. PostgreSQL releases minor
 * versions about every three months. `npm run test:deep` fails when Debian has a newer one.
 */
export const minimumMinorVersions: Record<number, number> = { 15: 20, 16: 16, 17: 12, 18: 6 };

const isLocal = (host: string) => host.startsWith('/') || /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);

export async function inspectExternalDatabase(ownerUrl: string): Promise<ExternalDatabaseFacts> {
  const { host, port } = new pg.Client({ connectionString: ownerUrl });
  const mode = new URL(ownerUrl).searchParams.get('sslmode') ?? '';
  try {
    return await withConnection(ownerUrl, async (client) => {
      const { rows } = await client.query<{ version: string; number: string; superuser: boolean }>(
        `select current_setting('server_version') as version, current_setting('server_version_num') as number,
           (select rolsuper from pg_roles where rolname = current_user) as superuser`,
      );
      const [row] = rows;
      const { rowCount } = await client.query(openLargeObjects);
      const [major, minor] = [Math.floor(Number(row?.number) / 10_000), Number(row?.number) % 10_000];
      return {
        version: row?.version ?? '',
        current: minor >= (minimumMinorVersions[major] ?? 0),
        superuser: row?.superuser ?? true,
        largeObjects: rowCount !== 0,
        isEncrypted: isLocal(host) || ['require', 'verify-ca', 'verify-full'].includes(mode),
      };
    });
  } catch (error) {
    const parameter = error instanceof Error ? refusedParameter(error.message) : undefined;
    if (parameter !== undefined)
      throw new StartError(
        `数据库 ${host}:${port} 拒绝启动参数 ${parameter}：去掉 DATABASE_URL 里多余的参数；中间有 pgbouncer 的，按 docs/operations/configuration.md 的“前面的连接池和反向代理”设置，或先直连数据库。`,
      );
    const reason = errorCode(error) || (error instanceof Error ? error.message : String(error));
    const advice = /^28|^3D/.test(reason)
      ? '检查 DATABASE_URL 里的用户名、密码和库名'
      : '检查 DATABASE_URL 和数据库是否在运行';
    throw new StartError(`连不上 DATABASE_URL 指定的数据库 ${host}:${port}（${reason}）：${advice}。`);
  }
}
