import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** The user a child runs as; null is our own. */
export type User = { uid: number; gid: number } | null;

// Nothing of the caller's environment: PGDATA, PGOPTIONS or a locale would change what the child does.
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

/** Run a short program as `user` and wait for it. */
export const run = (program: string, args: readonly string[], user: User) =>
  spawnSync(program, args, { cwd: '/', env: environment, encoding: 'utf8', ...user });

/** Start a program as `user` in a session of its own, so that Ctrl-C does not reach it; both outputs go to `log`. */
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

/** Whether a process lives; one that ended and was never collected does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  // "pid (name) state …": the name may hold anything, the state follows the last bracket.
  const state = read(`/proc/${pid}/stat`)?.replace(/^.*\)\s*/s, '')[0];
  return state !== 'Z' && state !== 'X';
}

/** The command line of a living process, or ''. */
export const commandOf = (pid: number): string =>
  read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') ??
  run('ps', ['-ww', '-o', 'command=', '-p', String(pid)], null).stdout ??
  '';

/** Kill whatever runs with `word` in its command line and wait for its end; where /proc is missing, nothing. */
export function killWhoeverNames(word: string): void {
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
        // it ended by itself
      }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  }
}

/** Ask `probe` every few milliseconds until it answers something else than undefined, at most `milliseconds`. */
export async function until<T>(
  milliseconds: number,
  probe: () => Promise<T | undefined> | T | undefined,
): Promise<T | undefined> {
  for (const end = Date.now() + milliseconds; ; await wait(20)) {
    const answer = await probe();
    if (answer !== undefined || Date.now() >= end) return answer;
  }
}

/** End a process: first `signal`, and after `milliseconds` the last resort; answers whether it is gone. */
export async function end(pid: number, signal: NodeJS.Signals, milliseconds: number): Promise<boolean> {
  const send = (name: NodeJS.Signals) => {
    try {
      process.kill(pid, name);
    } catch {
      // it ended by itself
    }
  };
  const gone = () => (isAlive(pid) ? undefined : true);
  send(signal);
  if (await until(milliseconds, gone)) return true;
  // SIGQUIT is PostgreSQL's immediate shutdown: no data is lost, the next start replays the log.
  send('SIGQUIT');
  return (await until(5_000, gone)) ?? false;
}
