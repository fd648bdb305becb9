// Runs the product on every supported PostgreSQL major version, and behind pgbouncer. The suite is slow and guarded
// (guarded-suites.mjs). A version that is not available prints `not run`; only `npm run test:deep` fails then.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { minimumMinorVersions } from '../apps/server/src/platform/db/external-database.ts';
import { ask, send, signIn } from '../bench/servers.ts';
import { embeddedVersion, minorOf, preparation, startPgbouncer, startPostgres } from './database-server.ts';
import { debianRoot, NotAvailable, npmPostgres, sourceOf, type ProgramRoot } from './debian-root.ts';

const isDeep = process.env['DEEP'] === '1';
const main = join(import.meta.dirname, '../apps/server/src/main.ts');

/** The programs of one PostgreSQL version. `bin`: folder of its executables. */
type Edition = { root: ProgramRoot; bin: string; remove(): void };
const fromDebian = (suite: string, major: number, ...more: string[]): Edition => ({
  root: debianRoot(suite, [`postgresql-${major}`, ...more]),
  bin: `/usr/lib/postgresql/${major}/bin`,
  remove() {},
});
const fromNpm = (version: string): Edition => {
  const { bin, remove, ...root } = npmPostgres(version);
  return { root, bin, remove };
};
const trixie = () => fromDebian('trixie', 17, 'pgbouncer');
const editions: [major: number, open: () => Edition, isDebian: boolean][] = [
  [15, () => fromDebian('bookworm', 15), true],
  [16, () => fromNpm('16.14.0-beta.17'), false],
  [17, trixie, true],
  [18, () => fromNpm(embeddedVersion()), false],
];

/** Opens a version. When it is not available, prints the reason and returns null; with DEEP it throws. */
function available(name: string, open: () => Edition): Edition | null {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof NotAvailable) || isDeep) throw error;
    console.log(`not run: ${name}: ${error.message}`);
    return null;
  }
}

async function query<T extends object>(url: string, ...statements: string[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: T[] = [];
    for (const text of statements) ({ rows } = await client.query<T>(text));
    return rows;
  } finally {
    await client.end();
  }
}

/** Starts the product and resolves when the seed is finished. */
async function startProduct(dataDir: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: '0',
      SEED: '5',
      CAPTCHA: 'off',
      RATE_LIMIT: 'off',
      SIMULATOR_PORT: 'off',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const url = await new Promise<string>((done, fail) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        lines.push(line);
        const ready = /^ready (\S+)/.exec(line)?.[1];
        if (ready) done(ready);
      });
    child.once('exit', (code, signal) =>
      fail(new Error(`the start ended with ${code ?? signal}: ${lines.join('\n')}`)),
    );
  });
  for (const end = Date.now() + 240_000; !(await fetch(`${url}/readyz`)).ok; await pause(200))
    if (Date.now() > end) throw new Error(`the start does not get ready: ${lines.join('\n')}`);
  return {
    url,
    lines,
    async stop() {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}
type Product = Awaited<ReturnType<typeof startProduct>>;

/** Signs in, reads a list, writes a row and waits for a job; returns the number of enterprises. */
async function work(product: Product, dataDir: string, code: string): Promise<number> {
  const token = await signIn(product, { dataDir }, '1', 'admin1');
  const page = await ask(`${product.url}/bus/enterprise/page?current=1&size=10`, token);
  await send(`${product.url}/bus/station`, token, {
    enterpriseId: page.records[0].id,
    code,
    name: '东门场站',
    kind: 'passenger',
    regionCode: '330108',
    address: '滨江路 1 号',
    managerName: '林知远',
    managerPhone: '13800138000',
  });
  const { jobId } = await send(`${product.url}/bus/enterprise/export/start`, token, { filter: {} });
  for (const end = Date.now() + 60_000; ; await pause(200)) {
    const job = await ask(`${product.url}/upms/job/${jobId}`, token);
    if (job.state === 'done') break;
    if (job.state === 'failed' || Date.now() > end) throw new Error(`the export is ${job.state}: ${job.message}`);
  }
  return page.total;
}

const stations = async (url: string) =>
  (await query<{ count: number }>(url, `select count(*)::int from station where code like 'TEST-%'`))[0]?.count;

test('rewrites a package source for another suite of the same archive', () => {
  const own = 'Types: deb\nURIs: http://archive/debian\nSuites: bookworm bookworm-updates\nComponents: main\n';
  const other = 'Types: deb\nURIs: http://archive/tools\nSuites: stable\nComponents: main\n';
  expect(sourceOf(`${own}\n${other}`, true, 'bookworm', 'trixie')).toBe(
    'Types: deb\nURIs: http://archive/debian\nSuites: trixie trixie-updates\nComponents: main\n',
  );
  expect(
    sourceOf('deb http://archive/sec bookworm-security main\ndeb http://a b c\n', false, 'bookworm', 'trixie'),
  ).toBe('deb http://archive/sec trixie-security main\n');
});

describe('PostgreSQL', () => {
  test.each(editions)(
    '%i runs the demonstration on a new database and after a restart',
    async (major, open, isDebian) => {
      const edition = available(`PostgreSQL ${major}`, open);
      if (!edition) return;
      const dataDir = mkdtempSync(join(tmpdir(), 'anlan-version-'));
      const postgres = await startPostgres(edition.root, edition.bin);
      try {
        console.log(`PostgreSQL ${postgres.version}`);
        // When Debian has a newer minor version, the stored minimum versions are outdated and the test fails.
        if (isDebian) expect(minorOf(postgres.version)).toBeLessThanOrEqual(minimumMinorVersions[major] ?? 0);
        for (const statement of preparation) await query(postgres.superuserUrl(), statement);
        const env = { DATABASE_URL: postgres.ownerUrl };
        const first = await startProduct(dataDir, env);
        expect(await work(first, dataDir, 'TEST-1')).toBe(5);
        await first.stop();
        const second = await startProduct(dataDir, env);
        expect(second.lines.filter((line) => line.includes('更新数据库结构'))).toEqual([]);
        expect(await work(second, dataDir, 'TEST-2')).toBe(5);
        await second.stop();
        expect(await stations(postgres.superuserUrl('anlan'))).toBe(2);
      } finally {
        await postgres.stop();
        edition.remove();
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
  );

  test('serves sign-in, reads, writes, jobs and notifications through a transaction pooler', async () => {
    const edition = available('pgbouncer', trixie);
    if (!edition) return;
    const dataDir = mkdtempSync(join(tmpdir(), 'anlan-version-'));
    const postgres = await startPostgres(edition.root, edition.bin);
    const pooler = await startPgbouncer(edition.root, postgres.port);
    try {
      for (const statement of preparation) await query(postgres.superuserUrl(), statement);
      const product = await startProduct(dataDir, {
        DATABASE_URL: postgres.ownerUrl,
        DATABASE_APP_URL: pooler.appUrl,
      });
      // Runs several rounds, because the pooler gives its connections to other clients, and each connection needs the
      // prepared statements.
      for (let round = 1; round <= 5; round++) expect(await work(product, dataDir, `TEST-${round}`)).toBe(5);
      const [pools] = (await query<Record<string, string>>(pooler.adminUrl, 'show stats')).filter(
        ({ database }) => database === 'anlan',
      );
      expect(Number(pools?.['total_xact_count'])).toBeGreaterThan(100);
      expect(
        await query(
          pooler.appUrl,
          `select current_setting('TimeZone') as zone, current_setting('lock_timeout') as lock`,
        ),
      ).toEqual([{ zone: 'UTC', lock: '3s' }]);
      const listening = `select application_name as name from pg_stat_activity where query ilike 'listen %' order by 1`;
      expect(await query(postgres.superuserUrl(), listening)).toContainEqual({ name: 'anlan changes' });
      expect(product.lines.filter((line) => /"level":(50|60)|prepared statement|was lost/.test(line))).toEqual([]);
      await product.stop();
      expect(await stations(postgres.superuserUrl('anlan'))).toBe(5);
    } finally {
      await pooler.stop();
      await postgres.stop();
      edition.remove();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
});
