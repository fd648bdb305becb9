import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { host, type Host } from '../host/index.ts';
import { installedPrograms } from './programs.ts';

export type User = { uid: number; gid: number } | null;

// The child gets no environment of the parent: PGDATA, PGOPTIONS or a locale would change its behaviour.
const environment = { ...host.environment, LC_ALL: 'C', TZ: 'UTC' };

export const run = (
  program: string,
  args: readonly string[],
  user: User,
  more: Readonly<Record<string, string>> = {},
) =>
  spawnSync(program, args, {
    cwd: '/',
    env: { ...environment, ...more },
    encoding: 'utf8',
    windowsHide: true,
    ...user,
  });

/** Starts a program in a session of its own, so that Ctrl-C does not reach it. Both outputs go to the file `log`. */
export const launch = (program: string, args: readonly string[], user: User, log: number) =>
  spawn(program, args, {
    cwd: '/',
    env: environment,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
    ...user,
  });

/** Whether a process is alive. A zombie process counts as ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return !host.isZombie(pid);
}

/** Kills the processes that have `word` in the command line, and waits until they end. */
export function killProcessesNaming(word: string): void {
  const named = () => host.processes().filter(({ pid, command }) => pid !== process.pid && command.includes(word));
  for (const end = Date.now() + 5_000; Date.now() < end;) {
    const pids = named()
      .map(({ pid }) => pid)
      .filter(isAlive);
    if (pids.length === 0) return;
    for (const pid of pids)
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has already ended.
      }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
}

/** Polls `probe` until it returns a value. Returns undefined after `milliseconds`. */
export async function until<T>(
  milliseconds: number,
  probe: () => Promise<T | undefined> | T | undefined,
): Promise<T | undefined> {
  for (const end = Date.now() + milliseconds; ; await wait(20)) {
    const answer = await probe();
    if (answer !== undefined || Date.now() >= end) return answer;
  }
}

type Sender = Pick<Host, 'hasSignals' | 'user'>;

/** Sends a signal to a server of PostgreSQL. Does nothing when the process has ended. */
function signalServer(pid: number, signal: NodeJS.Signals, { hasSignals, user }: Sender) {
  if (!hasSignals) {
    run(join(installedPrograms().home, 'bin', 'pg_ctl'), ['kill', signal.slice('SIG'.length), String(pid)], user);
    return;
  }
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

/** Sends `signal`, after `milliseconds` SIGQUIT; returns whether the process has ended. */
export async function end(
  pid: number,
  signal: NodeJS.Signals,
  milliseconds: number,
  sender: Sender = host,
): Promise<boolean> {
  const gone = () => (isAlive(pid) ? undefined : true);
  signalServer(pid, signal, sender);
  if (await until(milliseconds, gone)) return true;
  // SIGQUIT is PostgreSQL's immediate shutdown: no data is lost, the next start replays the log.
  signalServer(pid, 'SIGQUIT', sender);
  return (await until(5_000, gone)) ?? false;
}
