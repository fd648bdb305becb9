import { resolve } from 'node:path';
import { StartError } from '../start/start-error.ts';
import { withConnection, type Connection } from './connection.ts';
import { pendingMigrations, readMigrations, type AppliedMigration, type Migration } from './migration-files.ts';
import { partsOf, prepareAppRole } from './roles.ts';
import { checkSchema } from './schema-check.ts';
import { applyTableClasses } from './table-classes.ts';

export const migrationsFolder = resolve(import.meta.dirname, '../../../migrations');

export type MigrateOptions = {
  onFile?: (name: string) => void;
  folder?: string;
  auditMonths?: number;
  appUrl?: string | null;
};

export type Migrated = {
  applied: string[];
  appUrl: string;
  /** True when the database has migrations that this program does not know. The schema then stays unchanged. */
  isAhead: boolean;
};

async function readApplied(client: Connection): Promise<AppliedMigration[]> {
  await client.query(
    `create table if not exists schema_migration (
       name text primary key, hash text not null, applied_at timestamptz not null default now());
     alter table schema_migration add column if not exists oldest_program int;
     comment on table schema_migration is 'class: owner'`,
  );
  const { rows } = await client.query<AppliedMigration>(
    'select name, hash, oldest_program as "oldestProgram" from schema_migration',
  );
  return rows;
}

async function secure(client: Connection, appRole: string, last: string) {
  await applyTableClasses(client, appRole);
  const problems = await checkSchema(client, appRole);
  if (problems.length > 0) throw new StartError(`迁移 ${last} 没有成功，已撤销：${problems.join('; ')}`);
}

async function run(client: Connection, { name, text, hash, oldestProgram }: Migration) {
  try {
    // Row security applies to the owner too; with row_security off, a row change fails instead of silently finding no
    // rows. A migration that changes rows first runs `alter table … no force row level security`. Functions of the
    // baseline may name tables that are created after them.
    await client.query(
      `set local row_security = off; set local lock_timeout = '60s'; set local check_function_bodies = off;
       set local timezone = 'UTC'`,
    );
    await client.query(text);
    await client.query('set local row_security = on');
    await client.query('insert into schema_migration (name, hash, oldest_program) values ($1, $2, $3)', [
      name,
      hash,
      oldestProgram,
    ]);
  } catch (error) {
    throw new StartError(`迁移 ${name} 没有成功，已撤销：${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Runs all pending files in one transaction; a failure or a kill leaves the old schema. */
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

/** Runs `work` under a lock, so that only one node at a time migrates or changes rows in this way. */
export const withMigrationLock = <T>(ownerUrl: string, work: () => Promise<T>): Promise<T> =>
  withConnection(ownerUrl, async (client) => {
    await client.query(lock);
    return work();
  });

async function keepAuditFor(client: Connection, months: number) {
  const existingRetention = await client.query('select from audit_kept where months = $1', [months]);
  if (existingRetention.rowCount) return;
  await client.query(
    `begin; delete from audit_kept; insert into audit_kept (months) values (${Math.trunc(months)}); commit`,
  );
}

export async function migrate(ownerUrl: string, options: MigrateOptions = {}): Promise<Migrated> {
  const migrations = readMigrations(options.folder ?? migrationsFolder);
  return withConnection(ownerUrl, async (client) => {
    await checkVersion(client);
    await client.query(lock);
    const pending = pendingMigrations(migrations, await readApplied(client));
    const isAhead = pending === null;
    // Grants and policies are applied under the lock too, because two nodes may start at the same time.
    const appUrl = await prepareAppRole(ownerUrl, options.appUrl ?? null, isAhead);
    await apply(client, pending ?? [], partsOf(appUrl).user, options.onFile);
    if (options.auditMonths !== undefined) await keepAuditFor(client, options.auditMonths);
    return { applied: (pending ?? []).map(({ name }) => name), appUrl, isAhead };
  });
}
