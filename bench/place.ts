// Where the benches work: a PostgreSQL of their own under BENCH_DIR, with a million enterprises that are made once.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withConnection } from '../apps/server/src/platform/db/connection.ts';
import { openDb } from '../apps/server/src/platform/db/index.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { createLocalFiles } from '../apps/server/src/platform/files/index.ts';
import { startEmbedded } from '../apps/server/src/platform/postgres/index.ts';
import { readSecrets } from '../apps/server/src/platform/secrets/index.ts';
import { seedDatabase } from '../apps/server/src/seed.ts';
import { say } from './measure.ts';

/** The folder of the benches. */
export const benchDir = process.env['BENCH_DIR'] ?? join(tmpdir(), 'anlan-bench');

/** How many enterprises each tenant of the large database has. */
export const counts = { 1: 700_000, 2: 288_000, 3: 12_000 } as const;

function atDatabase(url: string, name: string, superuser?: string): string {
  const there = new URL(url);
  there.pathname = `/${name}`;
  if (superuser !== undefined) Object.assign(there, { username: 'postgres', password: superuser });
  return there.href;
}

/** A database of the benches' own cluster; made, migrated and filled when it is missing. */
export async function openPlace(name: string, filled: Partial<Record<'1' | '2' | '3', number>> = counts) {
  mkdirSync(benchDir, { recursive: true, mode: 0o711 });
  const dataDir = join(benchDir, 'data');
  const server = await startEmbedded({ dataDir, log: say });
  const { superuser } = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8'));
  const ownerUrl = atDatabase(server.ownerUrl, name);
  const known = await withConnection(server.ownerUrl, (client) =>
    client.query('select from pg_database where datname = $1', [name]),
  );
  if (!known.rowCount) {
    // Filled under another name first: a bench that was stopped half-way does not leave half a database.
    const unfinished = `${name}_unfinished`;
    // Only a superuser sends away who still looks after it by itself.
    await withConnection(atDatabase(server.ownerUrl, 'postgres', superuser), (client) =>
      client.query(`drop database if exists ${unfinished} with (force)`),
    );
    await withConnection(server.ownerUrl, (client) => client.query(`create database ${unfinished}`));
    const url = atDatabase(server.ownerUrl, unfinished);
    const { appUrl } = await migrate(url);
    const db = openDb(appUrl, { max: 2 });
    const files = createLocalFiles({ root: join(dataDir, 'files') });
    const began = performance.now();
    const { vaultMasterKey: masterKey } = readSecrets(dataDir);
    const filling = { config: { seed: { kind: 'demo' } }, ownerUrl: url, counts: filled } as const;
    await seedDatabase({ db, masterKey, ...filling, files, log: say });
    await db.close();
    const rows = Object.values(filled).reduce((sum, count) => sum + count, 0);
    const seconds = (performance.now() - began) / 1000;
    say(`seed: ${rows} enterprises in ${seconds.toFixed(0)} s, ${Math.round((rows / seconds) * 60)} a minute`);
    await withConnection(server.ownerUrl, (client) => client.query(`alter database ${unfinished} rename to ${name}`));
  }
  const { appUrl } = await migrate(ownerUrl);
  return {
    dataDir,
    ownerUrl,
    appUrl,
    /** Past row security, for references and for looking. */
    superuserUrl: atDatabase(ownerUrl, name, superuser),
    stop: () => server.stop(),
  };
}

/** A database of the benches. */
export type Place = Awaited<ReturnType<typeof openPlace>>;

/** Removes all that benches left behind. */
export async function clean() {
  const server = await startEmbedded({ dataDir: join(benchDir, 'data'), log: () => {} });
  await server.stop();
  rmSync(benchDir, { recursive: true, force: true });
}
