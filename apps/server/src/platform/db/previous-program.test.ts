// The previous program works on the newest schema (decision 0093): reads, writes and jobs.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { publicConfig } from '@anlan/contract/modules/session/session';
import { cipher } from '../../../testing/client.ts';
import { copyDatabase, urlOf } from '../../../testing/cluster.ts';
import { withConnection } from './connection.ts';
import { migrationsFolder } from './migrate.ts';

const root = join(import.meta.dirname, '../../../../..');
const folder = mkdtempSync(join(tmpdir(), 'anlan-previous-'));
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

/**
 * Returns the commit before the commit that added the newest migration; the last commit when that migration is not
 * committed yet.
 */
function previousCommit(): string {
  const newest = readdirSync(migrationsFolder).sort().at(-1) ?? '';
  // Follows first parents only, because a branch may have had another migration with the same number.
  const added = git(
    'log',
    '-1',
    '--first-parent',
    '--diff-filter=A',
    '--format=%H',
    '--',
    `apps/server/migrations/${newest}`,
  );
  return added === '' ? 'HEAD' : `${added}^`;
}

function unpack(commit: string): string {
  const archive = join(folder, 'program.tar');
  const program = join(folder, 'program');
  git('archive', '-o', archive, commit, 'apps/server', 'apps/simulator', 'packages', 'package.json');
  mkdirSync(program);
  execFileSync('tar', ['-xf', archive, '-C', program]);
  mkdirSync(join(program, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@anlan') symlinkSync(join(root, 'node_modules', name), join(program, 'node_modules', name));
  mkdirSync(join(program, 'node_modules/@anlan'));
  symlinkSync(join(program, 'packages/contract'), join(program, 'node_modules/@anlan/contract'));
  return join(program, 'apps/server/src/main.ts');
}

/** Starts a program. Returns its address, or its exit code when it ended before it listened. */
async function start(main: string, databaseUrl: string, words: string[] = []): Promise<string> {
  const child = spawn(process.execPath, [main, ...words], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      SEED: '5',
      SIMULATOR_PORT: 'off',
      CAPTCHA: 'off',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<string>((done) => child.once('close', (code, signal) => done(String(code ?? signal))));
  closing.push(() => (child.kill('SIGTERM'), ended));
  const ready = new Promise<string>((done) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => line.startsWith('ready ') && done(line.slice(6)));
  });
  return Promise.race([ready, ended]);
}

const envelope = z.object({ code: z.number(), data: z.unknown() });
const list = z.object({ total: z.number(), records: z.array(z.object({ id: z.string() })) });
const job = z.object({ state: z.string() });

async function signIn(address: string) {
  const { clientId, clientSecret, passwordKey } = publicConfig.parse(
    await (await fetch(`${address}/config.json`)).json(),
  );
  const query = new URLSearchParams({
    username: 'regulator1',
    password: cipher({ secrets: { passwordKey } }, 'Anlan@2026'),
    grant_type: 'password',
    scope: 'server',
    tenantId: '1',
  });
  const answer = await fetch(`${address}/auth/pwd/token?${query}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
  });
  const { access_token: token } = z.object({ access_token: z.string() }).parse(await answer.json());
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return envelope.parse(JSON.parse(text)).data;
  };
}

test('lets the previous program read, write and run jobs in the migrated database', async () => {
  const { ownerUrl: clusterUrl, drop } = await copyDatabase();
  await drop();
  const name = `previous_${crypto.randomUUID().slice(0, 8)}`;
  const cluster = urlOf(clusterUrl, 'anlan');
  await withConnection(cluster, (client) => client.query(`create database ${name}`));
  closing.push(() => withConnection(cluster, (client) => client.query(`drop database ${name} with (force)`)));
  const databaseUrl = urlOf(clusterUrl, name);
  expect(await start(join(root, 'apps/server/src/main.ts'), databaseUrl, ['--seed-only'])).toBe('0');

  const address = await start(unpack(previousCommit()), databaseUrl);
  expect(address).toMatch(/^http/);
  const call = await signIn(address);
  const enterprises = list.parse(await call('GET', '/bus/enterprise/page'));
  expect(enterprises.total).toBeGreaterThan(0);
  const station = { code: 'ZD-OLD', name: '旧版本站', kind: 'passenger', regionCode: '330108', address: '站前路 1 号' };
  const head = { managerName: '陆安', managerPhone: '13900000000' };
  await call('POST', '/bus/station', { ...station, ...head, enterpriseId: enterprises.records[0]?.id });
  expect(
    list.parse(await call('GET', `/bus/enterprise/stationPage?keyword=${encodeURIComponent(station.name)}`)).total,
  ).toBe(1);
  const started = z
    .object({ jobId: z.string() })
    .parse(await call('POST', '/bus/enterprise/export/start', { ids: [enterprises.records[0]?.id] }));
  await expect
    .poll(async () => job.parse(await call('GET', `/upms/job/${started.jobId}`)).state, { timeout: 120_000 })
    .toBe('done');
}, 600_000);
