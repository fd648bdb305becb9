// A whole installation in a folder of its own, as processes that can be killed.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { withConnection } from '../../apps/server/src/platform/db/connection.ts';
import { commandOf, isAlive } from '../../apps/server/src/platform/postgres/processes.ts';
import { compiled, serverEnv, serverFlags } from '../../tools/bootstrap.mjs';
import { say } from '../measure.ts';

/** The folder of the harness. */
export const faultsDir = process.env['FAULTS_DIR'] ?? join(tmpdir(), 'anlan-faults');
const firstPort = Number(process.env['FAULTS_PORT'] ?? 8790);
const main = join(import.meta.dirname, '../../apps/server/src/main.ts');

const folderOf = (name: string) => join(faultsDir, name);

/** A server of ours and what is known of it. */
export interface Node {
  url: string;
  dataDir: string;
  /** The running process. */
  process(): ChildProcess;
  /** What it printed that is no `ready`. */
  said: string[];
  start(): Promise<number>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** A server on `dataDir`; `start` answers the milliseconds until it listens. */
export function nodeOn(dataDir: string, offset = 0, env: Record<string, string> = {}): Node {
  // The port beside a server's own is its simulator's.
  const port = firstPort + 2 * offset;
  const said: string[] = [];
  let child: ChildProcess | undefined;
  const running = () => {
    if (!child) throw new Error('the server was never started');
    return child;
  };
  const ended = () => running().exitCode !== null || running().signalCode !== null;
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    said,
    process: running,
    async start() {
      const began = performance.now();
      const started = spawn(process.execPath, [...serverFlags, main], {
        env: {
          PATH: process.env['PATH'],
          DATA_DIR: dataDir,
          PORT: String(port),
          CAPTCHA: 'off',
          RATE_LIMIT: 'off',
          LOG_LEVEL: 'fatal',
          ...compiled,
          ...serverEnv,
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      started.stderr?.on('data', (data) => said.push(String(data)));
      if (!started.stdout) throw new Error('the server says nothing');
      for await (const line of createInterface(started.stdout)) {
        if (line.startsWith('ready ')) {
          started.stdout.resume();
          return performance.now() - began;
        }
        said.push(line);
      }
      throw new Error(`the server did not get ready: ${said.slice(-3).join(' / ')}`);
    },
    async kill() {
      if (ended()) return;
      const gone = once(running(), 'exit');
      running().kill('SIGKILL');
      await gone;
    },
    async stop() {
      if (!child || ended()) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

/** A folder of the harness with the demonstration in it; made once, then copied. */
export async function installation(name: string): Promise<string> {
  mkdirSync(faultsDir, { recursive: true, mode: 0o711 });
  const template = folderOf('template');
  if (!existsSync(join(template, 'made'))) {
    rmSync(template, { recursive: true, force: true });
    say('making the demonstration …');
    const node = nodeOn(template);
    await node.start();
    await node.stop();
    mkdirSync(join(template, 'made'));
  }
  const folder = folderOf(name);
  await removeInstallation(folder);
  execFileSync('cp', ['-a', template, folder]);
  return folder;
}

/** Ends what still runs on a folder and removes it. */
export async function removeInstallation(folder: string) {
  const pid = postmasterOf(folder);
  if (pid !== null) {
    for (const one of familyOf(pid)) signal(one, 'SIGCONT');
    signal(pid, 'SIGQUIT');
    for (const end = Date.now() + 10_000; isAlive(pid) && Date.now() < end;) await pause(50);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** The database's first process, or null when it does not run. */
export function postmasterOf(folder: string): number | null {
  const path = join(folder, 'postgres/postmaster.pid');
  if (!existsSync(path)) return null;
  const pid = Number(readFileSync(path, 'utf8').split('\n', 1)[0]);
  return isAlive(pid) && commandOf(pid).includes('postgres') ? pid : null;
}

/** A process and its children. */
export function familyOf(pid: number): number[] {
  const parent = (other: string) => {
    try {
      return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${other}/status`, 'utf8'))?.[1]);
    } catch {
      return 0;
    }
  };
  return [
    pid,
    ...readdirSync('/proc')
      .filter((other) => /^\d+$/.test(other) && parent(other) === pid)
      .map(Number),
  ];
}

/** Signals a process that may have ended. */
export function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch {
    // it ended by itself
  }
}

/** The address of an installation's own database. */
function databaseOf(folder: string, user: 'postgres' | 'anlan' = 'anlan'): string {
  const { superuser, owner } = JSON.parse(readFileSync(join(folder, 'database.json'), 'utf8'));
  const password = user === 'anlan' ? owner : superuser;
  return `postgresql://${user}:${password}@localhost/anlan?host=${encodeURIComponent(join(folder, 'run'))}`;
}

/** Runs a statement past row security. */
export const look = <T extends object>(folder: string, text: string, values: unknown[] = []): Promise<T[]> =>
  withConnection(databaseOf(folder, 'postgres'), async (client) => (await client.query<T>(text, values)).rows);

/** Waits until `probe` is true; answers the milliseconds, or throws what it waited for. */
export async function until(what: string, ms: number, probe: () => Promise<boolean> | boolean): Promise<number> {
  const began = performance.now();
  for (;;) {
    if (await probe()) return performance.now() - began;
    if (performance.now() - began > ms) throw new Error(`waited ${ms} ms in vain: ${what}`);
    await pause(20);
  }
}

/** Whether a node answers its path with this status. */
export const answers = async (node: Node, path: string, status = 200, ms = 10_000) => {
  try {
    return (await fetch(node.url + path, { signal: AbortSignal.timeout(ms) })).status === status;
  } catch {
    return false;
  }
};
