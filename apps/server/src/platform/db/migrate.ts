import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartError } from '../start/start-error.ts';
import { withConnection, type Connection } from './connection.ts';
import { partsOf, prepareAppRole } from './roles.ts';
import { checkSchema } from './schema-check.ts';
import { applyTableClasses } from './table-classes.ts';

/** The product's own migrations. */
export const migrationsFolder = resolve(import.meta.dirname, '../../../migrations');

/** How `migrate` runs. */
export type MigrateOptions = {
  /** Told each file before it runs. */
  onFile?: (name: string) => void;
  /** Folder of the numbered files. */
  folder?: string;
  /** For how many months the audit is kept: what releases it believes nobody else. */
  auditMonths?: number;
  /** URL of the restricted role, where the owner may not make one. */
  appUrl?: string | null;
};

type Migration = { name: string; text: string; hash: string };

/** Hashes of an earlier text of a file; what it made then, 0106 brings to the same schema. */
const earlierHashes: Readonly<Record<string, string>> = {
  '0048-papers.sql': 'e3465835b6910795ce6664ebdae81864f11ae5bef9058118e9709a20ad26a6a8',
  '0097-name-search.sql': '561f73d20d0d8eb6340cfc0a0f5a77689a51c7e45362420711f72866d244b608',
};

function readMigrations(folder: string): Migration[] {
  const names = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.sql')).sort();
  names.forEach((name, index) => {
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
    if (number !== index + 1) throw new StartError(`迁移文件 ${name} 的编号不对：应从 0001 起连续编号。`);
  });
  return names.map((name) => {
    // A checkout with other line ends is the same migration.
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { name, text, hash: createHash('sha256').update(text).digest('hex') };
  });
}

async function readApplied(client: Connection): Promise<Map<string, string>> {
  await client.query(
    `create table if not exists schema_migration (
       name text primary key, hash text not null, applied_at timestamptz not null default now());
     comment on table schema_migration is 'class: owner'`,
  );
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from schema_migration');
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

function checkHistory(migrations: readonly Migration[], applied: ReadonlyMap<string, string>) {
  const known = new Map(migrations.map(({ name, hash }) => [name, hash]));
  for (const [name, hash] of applied) {
    if (!known.has(name))
      throw new StartError(`数据库里有本版本没有的迁移 ${name}：数据比程序新，请用新版本的程序启动。`);
    if (known.get(name) !== hash && earlierHashes[name] !== hash)
      throw new StartError(
        `迁移 ${name} 在执行之后被改动：把改动写进新的迁移文件（开发中的数据可以换一个 DATA_DIR 重来）。`,
      );
  }
}

async function secure(client: Connection, appRole: string, last: string) {
  await applyTableClasses(client, appRole);
  const problems = await checkSchema(client, appRole);
  if (problems.length > 0) throw new StartError(`迁移 ${last} 没有成功，已撤销：${problems.join('; ')}`);
}

async function run(client: Connection, { name, text, hash }: Migration) {
  try {
    // The owner is under the policies too: without this a change of rows would silently find none. A file that
    // means to change rows says `alter table … no force row level security` first; the rule forces it again.
    await client.query(`set local row_security = off; set local lock_timeout = '60s'`);
    await client.query(text);
    await client.query('set local row_security = on');
    await client.query('insert into schema_migration (name, hash) values ($1, $2)', [name, hash]);
  } catch (error) {
    throw new StartError(`迁移 ${name} 没有成功，已撤销：${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Runs all pending files in one transaction: a failure or a kill leaves the schema that was there before. */
async function apply(
  client: Connection,
  pending: readonly Migration[],
  appRole: string,
  onFile?: (name: string) => void,
) {
  if (pending.length === 0) return;
  await client.query('begin');
  try {
    for (const migration of pending) {
      onFile?.(migration.name);
      await run(client, migration);
    }
    await secure(client, appRole, pending.at(-1)?.name ?? '');
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function checkVersion(client: Connection) {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`);
  const version = Number(rows[0]?.version);
  if (version < 150_000)
    throw new StartError(`PostgreSQL ${Math.floor(version / 10_000)} 太旧：需要 15 或更新的版本。`);
}

const lock = `select pg_advisory_lock(hashtext('anlan'), hashtext('migrate'))`;

/** Works on rows as migrations do: no other node migrates or does the same meanwhile. */
export const underMigrationLock = <T>(ownerUrl: string, work: () => Promise<T>): Promise<T> =>
  withConnection(ownerUrl, async (client) => {
    await client.query(lock);
    return work();
  });

async function keepAuditFor(client: Connection, months: number) {
  const known = await client.query('select from audit_kept where months = $1', [months]);
  if (known.rowCount) return;
  await client.query(
    `begin; delete from audit_kept; insert into audit_kept (months) values (${Math.trunc(months)}); commit`,
  );
}

/** Bring the database of `ownerUrl` to the newest migration; answers the files that ran now and the app role's URL. */
export async function migrate(
  ownerUrl: string,
  options: MigrateOptions = {},
): Promise<{ applied: string[]; appUrl: string }> {
  const migrations = readMigrations(options.folder ?? migrationsFolder);
  return withConnection(ownerUrl, async (client) => {
    await checkVersion(client);
    await client.query(lock);
    // Grants and policies too: two nodes that start together must not both make them.
    const appUrl = await prepareAppRole(ownerUrl, options.appUrl ?? null);
    const appRole = partsOf(appUrl).user;
    const before = await readApplied(client);
    checkHistory(migrations, before);
    const pending = migrations.filter(({ name }) => !before.has(name));
    await apply(client, pending, appRole, options.onFile);
    const applied = pending.map(({ name }) => name);
    if (options.auditMonths !== undefined) await keepAuditFor(client, options.auditMonths);
    return { applied, appUrl };
  });
}
