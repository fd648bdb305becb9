// An installation in a separate folder, whose processes can be killed.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { withConnection } from '../../apps/server/src/platform/db/connection.ts';
import { host } from '../../apps/server/src/platform/host/index.ts';
import { isAlive } from '../../apps/server/src/platform/postgres/processes.ts';
import { familyOf } from '../measure.ts';
import { compiled, serverEnv, serverFlags } from '../../tools/bootstrap.mjs';

const faultsDir = process.env['FAULTS_DIR'] ?? join(tmpdir(), 'anlan-faults');
const port = Number(process.env['FAULTS_PORT'] ?? 8790);
const main = join(import.meta.dirname, '../../apps/server/src/main.ts');
const fixed = { PORT: String(port), CAPTCHA: 'off', RATE_LIMIT: 'off', LOG_LEVEL: 'fatal' };
const url = `http://127.0.0.1:${port}`;

/** Waits until `probe` is true; returns the milliseconds. */
export async function until(what: string, ms: number, probe: () => Promise<boolean> | boolean): Promise<number> {
  const began = performance.now();
  for (;;) {
    if (await probe()) return performance.now() - began;
    if (performance.now() - began > ms) throw new Error(`waited ${ms} ms in vain: ${what}`);
    await pause(20);
  }
}

/** Runs the server on a folder. Its simulator listens on the next port. */
function nodeOn(folder: string, env: Record<string, string> = {}) {
  let child: ChildProcess | undefined;
  const lines: string[] = [];
  const end = async (signalName: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signalName);
    await exit;
  };
  const answers = async (path: string, ms = 10_000) => {
    try {
      return (await fetch(url + path, { signal: AbortSignal.timeout(ms) })).status === 200;
    } catch {
      return false;
    }
  };
  return {
    url,
    /** Whether a path answers with status 200. */
    answers,
    hasEnded: () => child?.exitCode !== null || child.signalCode !== null,
    pid: () => child?.pid ?? 0,
    async start() {
      const started = spawn(process.execPath, [...serverFlags, main], {
        env: { PATH: process.env['PATH'], ...fixed, DATA_DIR: folder, ...compiled, ...serverEnv, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child = started;
      createInterface(started.stdout).on('line', (line) => lines.push(line));
      const isListening = () => lines.some((line) => line.startsWith('ready '));
      lines.length = 0;
      return until('the server to listen', 300_000, () => {
        if (started.exitCode !== null) throw new Error(`the server ended: ${lines.slice(-3).join(' / ')}`);
        return isListening();
      });
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
export type Node = ReturnType<typeof nodeOn>;

/** Sends a signal to a process, unless it has ended. */
export function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}

/** Process id of the database's postmaster; 0 when it does not run. */
export function postmasterOf(folder: string): number {
  const path = join(folder, 'postgres/postmaster.pid');
  const pid = existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n', 1)[0]) : 0;
  return pid > 0 && isAlive(pid) && host.commandOf(pid).includes('postgres') ? pid : 0;
}

/** Ends the database of a folder and removes the folder. */
async function remove(folder: string) {
  const pid = postmasterOf(folder);
  if (pid > 0) {
    for (const process of familyOf(pid)) signal(process.pid, 'SIGCONT');
    signal(pid, 'SIGQUIT');
    await until('the database to end', 10_000, () => !isAlive(pid)).catch(() => {});
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Runs a scenario on a copy of the demonstration. The original is created once. */
export async function withInstallation<T>(
  name: string,
  env: Record<string, string>,
  work: (node: Node, folder: string) => Promise<T>,
): Promise<T> {
  mkdirSync(faultsDir, { recursive: true, mode: 0o711 });
  const template = join(faultsDir, 'template');
  if (!existsSync(join(template, 'complete'))) {
    await remove(template);
    console.log('making the demonstration …');
    const node = nodeOn(template);
    await node.start();
    // The server listens after the first tenant; the seed continues after that.
    await until('the demonstration', 600_000, () => node.answers('/readyz'));
    await node.stop();
    mkdirSync(join(template, 'complete'));
  }
  const folder = join(faultsDir, name);
  await remove(folder);
  execFileSync('cp', ['-a', template, folder]);
  const node = nodeOn(folder, env);
  try {
    await node.start();
    return await work(node, folder);
  } finally {
    await node.stop();
    await remove(folder);
  }
}

/** Runs a statement as superuser, without row security. */
export const query = <T extends object>(folder: string, text: string, values: unknown[]): Promise<T[]> => {
  const { superuser } = JSON.parse(readFileSync(join(folder, 'database.json'), 'utf8'));
  const address = `postgresql://postgres:${superuser}@localhost/anlan?host=${encodeURIComponent(join(folder, 'run'))}`;
  return withConnection(address, async (client) => (await client.query<T>(text, values)).rows);
};
