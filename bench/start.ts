// `npm start` again until it listens, and what the whole default installation keeps in memory while nobody works.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { median, print, say } from './measure.ts';
import { benchDir } from './place.ts';

const rounds = 5;
const root = join(import.meta.dirname, '..');
const dataDir = join(benchDir, 'installation');

async function start() {
  const began = performance.now();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: process.env['PORT'] ?? '8780' };
  const child = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  for await (const line of createInterface(child.stdout)) if (line.startsWith('ready ')) break;
  const ms = performance.now() - began;
  if (child.pid === undefined || child.exitCode !== null) throw new Error('npm start did not come to listen');
  const { pid } = child;
  child.stdout.resume();
  return {
    ms,
    pid,
    async stop() {
      const gone = once(child, 'exit');
      process.kill(-pid, 'SIGINT');
      await gone;
    },
  };
}

const field = (path: string, name: string) =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(path, 'utf8'))?.[1]);

/** Proportional set size of a process and its descendants in bytes: shared pages count once. */
function memoryOf(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  return children.reduce(
    (sum, child) => sum + memoryOf(Number(child)),
    field(`/proc/${pid}/smaps_rollup`, 'Pss') * 1024,
  );
}

function parentOf(pid: string): number {
  try {
    return field(`/proc/${pid}/status`, 'PPid');
  } catch {
    return 0;
  }
}

export async function starting() {
  rmSync(dataDir, { recursive: true, force: true });
  const first = await start();
  say(`first start with the demonstration: ${(first.ms / 1000).toFixed(1)} s`);
  await first.stop();
  const again: number[] = [];
  let [servers, database] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const running = await start();
    again.push(running.ms);
    if (round === rounds - 1) {
      await pause(20_000);
      const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0]);
      database = memoryOf(postmaster);
      // The database is a child of the server in some ways of starting and nobody's in others.
      servers = memoryOf(running.pid);
      if (descends(postmaster, running.pid)) servers -= database;
    }
    await running.stop();
  }
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  const single = (what: string, ours: string, ratio: number, target: string) => ({
    what,
    ours,
    reference: target,
    ratio,
    target: '<= 1',
  });
  print('Start and memory, beside their limits', [
    single('npm start again, to listening', `${(median(again) / 1000).toFixed(2)} s`, median(again) / 5_000, '5 s'),
    single(
      `resident, idle, with database (node ${mb(servers)}, PostgreSQL ${mb(database)})`,
      mb(servers + database),
      (servers + database) / 350e6,
      '350 MB',
    ),
  ]);
  rmSync(dataDir, { recursive: true, force: true });
}

function descends(pid: number, ancestor: number): boolean {
  for (let at = pid; at > 1; at = parentOf(String(at))) if (at === ancestor) return true;
  return false;
}
