import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { knock } from '../db/connection.ts';
import { diskFullBy, refusedParameter } from '../start/problems.ts';
import { StartError } from '../start/start-error.ts';
import type { Place } from './place.ts';
import { commandOf, end, isAlive, launch, until } from './processes.ts';

/** A running PostgreSQL server. */
export type Postmaster = { pid: number; socket: string; adopted: boolean };

/** What a knock needs: the superuser's URL for a socket's folder. */
export type UrlOf = (socket: string) => string;

const settings = (socket: string) => ({
  listen_addresses: '',
  unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
  unix_socket_permissions: '0700',
  port: '5432',
  max_connections: '100',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  // Recycled segments of one bulk write would take as much space for good; backups keep theirs with a slot.
  wal_recycle: 'off',
  jit: 'off',
  // Helpers that one small server does not need; they cost some 30 MB.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and the details of their errors hold people's data, and never reach a log (S72).
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
});

/** The log's part that was written from byte `from` on. */
const logSince = (path: string, from: number) => readFileSync(path).subarray(from).toString();

const pidFileOf = (cluster: string) => join(cluster, 'postmaster.pid');

/** The server that lives in a cluster, or null. */
export function livingServer(cluster: string): Postmaster | null {
  const path = pidFileOf(cluster);
  if (!existsSync(path)) return null;
  const [pid = '', folder, , , socket = ''] = readFileSync(path, 'utf8').split('\n');
  // A copied folder names the original's server, a restarted container a stranger with the same number.
  const ours = folder === cluster && commandOf(Number(pid)).includes(cluster);
  return ours && isAlive(Number(pid)) ? { pid: Number(pid), socket, adopted: true } : null;
}

/** A server that a killed process of ours left behind, or null; a file that names something else is removed. */
function survivor({ cluster, socket: ownSocket }: Place): Postmaster | null {
  const path = pidFileOf(cluster);
  if (!existsSync(path)) return null;
  const living = livingServer(cluster);
  if (!living) {
    // Its socket's folder is this cluster's alone.
    for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(ownSocket, name), { force: true });
    rmSync(path, { force: true });
  }
  return living;
}

async function adopt(found: Postmaster, urlOf: UrlOf): Promise<Postmaster | null> {
  const answer = await until(60_000, async () => {
    if (!isAlive(found.pid)) return 'gone' as const;
    const heard = found.socket ? await knock(urlOf(found.socket)) : 'absent';
    return heard === 'ready' || heard === 'refused' ? heard : undefined;
  });
  if (answer === 'ready') return found;
  if (answer === 'gone') return null;
  if (answer === 'refused')
    throw new StartError(`数据库进程 ${found.pid} 不认 database.json 里的密码：从备份恢复这个文件。`);
  if (await end(found.pid, 'SIGINT', 20_000)) return null;
  throw new StartError(`数据库进程 ${found.pid} 没有应答也停不下来：执行 kill -9 ${found.pid} 后再启动。`);
}

const blocked = /pre-existing shared memory block|lock file "postmaster\.pid" already exists/;

/** The line about a parameter that the server refuses to start with; undefined for other causes. */
function refusedLine(said: string, cluster: string): string | undefined {
  const parameter = refusedParameter(said);
  return (
    parameter &&
    `数据库拒绝启动参数 ${parameter}：改正或删除 ${cluster} 里 postgresql.conf 或 postgresql.auto.conf 的那一行，再启动。`
  );
}

/** Find or start the server of `place`; `logFile` gets what it says. */
export async function ensureRunning(place: Place, logFile: string, urlOf: UrlOf): Promise<Postmaster> {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 10 * 1024 * 1024) renameSync(logFile, `${logFile}.1`);
  for (let attempt = 1; ; attempt++) {
    const found = survivor(place);
    const adopted = found && (await adopt(found, urlOf));
    if (adopted) return adopted;

    const log = openSync(logFile, 'a', 0o640);
    const before = statSync(logFile).size;
    const options = Object.entries(settings(place.socket)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = launch(join(place.bin, 'postgres'), ['-D', place.cluster, ...options], place.user, log);
    closeSync(log);
    let failure: Error | undefined;
    child.on('error', (error) => (failure = error));
    child.unref();
    // After a crash it replays its log first, however long that takes.
    const ready = await until(3_600_000, async () => {
      if (failure || child.exitCode !== null || child.signalCode !== null) return false;
      return (await knock(urlOf(place.socket))) === 'ready' ? true : undefined;
    });
    if (ready && child.pid !== undefined) return { pid: child.pid, socket: place.socket, adopted: false };

    const said = logSince(logFile, before);
    if (blocked.test(said) && attempt < 50) {
      await until(200, () => undefined);
      continue;
    }
    const reason =
      failure?.message ?? /(?:FATAL|PANIC):\s+(.+)/.exec(said)?.[1] ?? `退出码 ${child.exitCode ?? child.signalCode}`;
    throw new StartError(
      diskFullBy(said, place.cluster) ??
        refusedLine(said, place.cluster) ??
        `数据库启动不了（${reason}）：日志在 ${logFile}；检查内存和目录权限。`,
    );
  }
}
