// Measures `npm start` in a fresh clone, then again: time, idle memory of the processes, and disk space.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from './measured-results.ts';
import { familyOf, median, roundsOr, secondsOr } from './measure.ts';
import { benchDir } from './database.ts';

const clone = join(benchDir, 'clone');
const dataDir = join(clone, 'data');
const port = process.env['PORT'] ?? '8780';

/** Returns the seconds until the server listens, and a function that stops it. */
async function start() {
  const began = performance.now();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: port };
  const child = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  for await (const line of createInterface(child.stdout)) if (line.startsWith('ready ')) break;
  const seconds = (performance.now() - began) / 1000;
  const { pid } = child;
  if (pid === undefined || child.exitCode !== null) throw new Error('npm start ended before it listened');
  child.stdout.resume();
  const stop = async () => {
    const exit = once(child, 'exit');
    process.kill(-pid, 'SIGINT');
    await exit;
  };
  return { seconds, pid, stop };
}

/** Megabytes of processes and their descendants; shared pages count once. */
function memoryOf(roots: readonly number[]): number {
  const pids = new Set(roots.flatMap(familyOf).map(({ pid }) => pid));
  const kilobytes = (pid: number) => /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return [...pids].reduce((sum, pid) => sum + Number(kilobytes(pid)), 0) / 1024;
}
const megabytesIn = (folder: string) =>
  Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]);
const isReady = () =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

export async function startAll(): Promise<Figure[]> {
  rmSync(clone, { recursive: true, force: true });
  execFileSync('git', ['clone', '--quiet', join(import.meta.dirname, '..'), clone]);
  const first = await start();
  while (!(await isReady())) await pause(500);
  await first.stop();
  const data = megabytesIn(dataDir);
  const packages = megabytesIn(join(clone, 'node_modules'));
  const seconds: number[] = [];
  const memory: number[] = [];
  for (let round = roundsOr(3); round > 0; round -= 1) {
    const server = await start();
    seconds.push(server.seconds);
    if (round === 1) {
      await pause(secondsOr(45) * 1000);
      const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0]);
      for (let sample = 0; sample < 8; sample += 1) {
        memory.push(memoryOf([server.pid, postmaster]));
        await pause((secondsOr(45) * 1000) / 8);
      }
    }
    await server.stop();
  }
  rmSync(clone, { recursive: true, force: true });
  return [
    { what: 'first start in a fresh clone to tenant 1, s', value: first.seconds, target: '<= 45' },
    { what: 'second start, s', value: median(seconds), target: '<= 3' },
    { what: 'idle memory with database, MB', value: median(memory), target: '<= 350' },
    { what: 'data folder after seeding, MB', value: data, target: '<= 300' },
    { what: 'packages to start, MB', value: packages, target: '<= 650' },
  ];
}
