import pg from 'pg';
import { refusedParameter } from '../start/problems.ts';
import { StartError } from '../start/start-error.ts';
import { errorCode, withConnection } from './connection.ts';

/** What a start wants to know of a PostgreSQL that it does not run itself. */
export type OutsideFacts = {
  version: string;
  /** Whether the minor version is one that its branch's known holes are closed in. */
  current: boolean;
  superuser: boolean;
  /** Whether the way there is this machine's own, or encrypted with a checked certificate. */
  safeWay: boolean;
  /** Whether everybody may make large objects, which know no row security. */
  largeObjects: boolean;
};

/** Functions of large objects that everybody may call. */
export const openLargeObjects = `
  select p.oid::regprocedure::text as name from pg_proc p
  cross join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x
  where p.pronamespace = 'pg_catalog'::regnamespace and p.proname ~ '^lo(_|read$|write$)' and x.grantee = 0`;

/**
 * The release of 12 November 2026: minor versions without a known hole, by major; newer majors have none. All majors get
 * a minor version on one day, about every three months. `npm run test:deep` fails once Debian has a newer one.
 */
export const floors: Record<number, number> = { 15: 20, 16: 16, 17: 12, 18: 6 };

const isLocal = (host: string) => host.startsWith('/') || /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);

/** Reach the database of `ownerUrl`, or say in one line why not. */
export async function askOutside(ownerUrl: string): Promise<OutsideFacts> {
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
        current: minor >= (floors[major] ?? 0),
        superuser: row?.superuser ?? true,
        largeObjects: rowCount !== 0,
        safeWay: isLocal(host) || ['require', 'verify-ca', 'verify-full'].includes(mode),
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
