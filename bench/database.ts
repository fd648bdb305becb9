// Databases of the benches: a PostgreSQL under BENCH_DIR whose databases are filled once.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withConnection, type Connection } from '../apps/server/src/platform/db/connection.ts';
import { openDb } from '../apps/server/src/platform/db/index.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createLocalFiles } from '../apps/server/src/platform/files/index.ts';
import { startEmbedded } from '../apps/server/src/platform/postgres/index.ts';
import { readSecrets } from '../apps/server/src/platform/secrets/index.ts';
import { seedDatabase } from '../apps/server/src/seed.ts';

export const benchDir = process.env['BENCH_DIR'] ?? join(tmpdir(), 'anlan-bench');

/**
 * BENCH_SCALE=0.01 tests whether the benches work: one small database for all, fewer people, values are not recorded.
 */
const scale = Number(process.env['BENCH_SCALE'] ?? 1);
export const isScaled = scale !== 1;
export const scaled = (count: number): number => Math.max(1, Math.round(count * scale));

/** Number of enterprises per tenant. */
export type Enterprises = Partial<Record<'1' | '2' | '3', number>>;
export const million = { 1: 700_000, 2: 288_000, 3: 12_000 } as const satisfies Enterprises;

function addressOf(url: string, database: string, superuser?: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  if (superuser !== undefined) Object.assign(address, { username: 'postgres', password: superuser });
  return address.href;
}

/** Opens a database of the benches; creates, migrates and fills it when it is missing. */
export async function openPlace(name: string, enterprises: Enterprises) {
  const database = isScaled ? `anlan_million_${String(scale).replace('.', '_')}` : name;
  mkdirSync(benchDir, { recursive: true, mode: 0o711 });
  const dataDir = join(benchDir, 'data');
  const server = await startEmbedded({ dataDir, log: console.log });
  const { superuser } = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8'));
  const ownerUrl = addressOf(server.ownerUrl, database);
  /** The superuser bypasses row security. */
  const superuserUrl = addressOf(ownerUrl, database, superuser);
  const execute = (url: string, text: string) => withConnection(url, (client) => client.query(text));
  const existing = await execute(server.ownerUrl, `select from pg_database where datname = '${database}'`);
  if (!existing.rowCount) {
    // The database is filled under another name, so that a stopped bench leaves no half-filled database.
    const unfinished = `${database}_unfinished`;
    await execute(
      addressOf(server.ownerUrl, 'postgres', superuser),
      `drop database if exists ${unfinished} with (force)`,
    );
    await execute(server.ownerUrl, `create database ${unfinished}`);
    const url = addressOf(server.ownerUrl, unfinished);
    const db = openDb((await migrate(url)).appUrl, { max: 2 });
    const files = createLocalFiles({ root: join(dataDir, 'files') });
    const { vaultMasterKey: masterKey } = readSecrets(dataDir);
    const small = Object.fromEntries(Object.entries(million).map(([tenant, n]) => [tenant, Math.max(200, scaled(n))]));
    const counts = isScaled ? small : enterprises;
    await seedDatabase({
      db,
      masterKey,
      config: { seed: { kind: 'demo' } },
      ownerUrl: url,
      counts,
      files,
      log: console.log,
    });
    await db.close();
    await execute(server.ownerUrl, `alter database ${unfinished} rename to ${database}`);
  }
  const { appUrl } = await migrate(ownerUrl);
  return {
    dataDir,
    appUrl,
    superuserUrl,
    sql: <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
      withConnection(superuserUrl, async (client) => (await client.query<T>(text, values)).rows),
    withSuperuser: <T>(work: (client: Connection) => Promise<T>) => withConnection(superuserUrl, work),
    /** Process id of the database. */
    pid: () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    drop: async () =>
      !isScaled &&
      execute(addressOf(server.ownerUrl, 'postgres', superuser), `drop database if exists ${database} with (force)`),
    stop: () => server.stop(),
  };
}

export type Place = Awaited<ReturnType<typeof openPlace>>;

/** Removes the databases of the benches. */
export async function clean() {
  const server = await startEmbedded({ dataDir: join(benchDir, 'data'), log: () => {} });
  await server.stop();
  rmSync(benchDir, { recursive: true, force: true });
}
