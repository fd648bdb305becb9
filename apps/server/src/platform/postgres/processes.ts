import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

export type User = { uid: number; gid: number } | null;

// The child gets no environment of the parent: PGDATA, PGOPTIONS or a locale would change its behaviour.
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

export const run = (
  program: string,
  args: readonly string[],
  user: User,
  more: Readonly<Record<string, string>> = {},
) => spawnSync(program, args, { cwd: '/', env: { ...environment, ...more }, encoding: 'utf8', ...user });

/** Starts a program in a session of its own, so that Ctrl-C does not reach it. Both outputs go to the file `log`. */
export const launch = (program: string, args: readonly string[], user: User, log: number) =>
  spawn(program, args, { cwd: '/', env: environment, detached: true, stdio: ['ignore', log, log], ...user });

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const readable = (folder: string) => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** Whether a process is alive. A zombie process counts as ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  // The file contains "pid (name) state …". The name may contain any character, so the state is after the last bracket.
  const state = read(`/proc/${pid}/stat`)?.replace(/^.*\)\s*/s, '')[0];
  return state !== 'Z' && state !== 'X';
}

export const commandOf = (pid: number): string =>
  read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ??
  run('ps', ['-ww', '-o', 'command=', '-p', String(pid)], null).stdout ??
  '';

/** Kills the processes that have `word` in the command line, and waits until they end. Does nothing without /proc. */
export function killProcessesNaming(word: string): void {
  const named = () =>
    readable('/proc').filter(
      (name) => /^\d+$/.test(name) && Number(name) !== process.pid && commandOf(Number(name)).includes(word),
    );
  for (const end = Date.now() + 5_000; Date.now() < end;) {
    const pids = named().map(Number).filter(isAlive);
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

/** Sends `signal`, after `milliseconds` SIGQUIT or SIGKILL; returns whether the process has ended. */
export async function end(pid: number, signal: NodeJS.Signals, milliseconds: number): Promise<boolean> {
  const send = (name: NodeJS.Signals) => {
    try {
      process.kill(pid, name);
    } catch {
      // The process has already ended.
    }
  };
  const gone = () => (isAlive(pid) ? undefined : true);
  send(signal);
  if (await until(milliseconds, gone)) return true;
  // SIGQUIT is PostgreSQL's immediate shutdown: no data is lost, the next start replays the log.
  send('SIGQUIT');
  return (await until(5_000, gone)) ?? false;
}
