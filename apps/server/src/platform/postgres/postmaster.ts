import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { probeConnection } from '../db/connection.ts';
import { diskFullBy, refusedParameter } from '../start/start-remedies.ts';
import { StartError } from '../start/start-error.ts';
import type { Place } from './cluster-paths.ts';
import { host } from '../host/index.ts';
import { end, isAlive, launch, until } from './processes.ts';

export type Postmaster = {
  pid: number;
  /** Folder of the socket, or host and port. */
  address: string;
  adopted: boolean;
};

export type UrlOf = (address: string) => string;

const loopback = '127.0.0.1';

/** Returns a free port, chosen at random by the system. Another program may take it before the database does. */
const freePort = () =>
  new Promise<number>((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, loopback, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });

const listeningOn = (address: string) =>
  address.startsWith(`${loopback}:`)
    ? { listen_addresses: loopback, unix_socket_directories: '', port: address.slice(loopback.length + 1) }
    : {
        listen_addresses: '',
        unix_socket_directories: `"${address.replaceAll('"', '""')}"`,
        unix_socket_permissions: '0700',
        port: '5432',
      };

const settings = (address: string, maxConnections: number) => ({
  ...listeningOn(address),
  max_connections: String(maxConnections),
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  // PostgreSQL would recycle the segments of a bulk load, and they would occupy disk space forever. Backups retain log
  // by a replication slot instead.
  wal_recycle: 'off',
  jit: 'off',
  // Switches off background workers, which a small server does not need. They use about 30 MB.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and error details hold personal data, so they are not logged (S72).
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
});

const logSince = (path: string, from: number) => readFileSync(path).subarray(from).toString();

const pidFileOf = (cluster: string) => join(cluster, 'postmaster.pid');

export function livingServer(cluster: string): Postmaster | null {
  const path = pidFileOf(cluster);
  if (!existsSync(path)) return null;
  const [pid = '', folder = '', , port, socket = '', listens = ''] = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim());
  // In a copied folder, the PID file names the server of the original folder. After a container restart, the process
  // id may belong to another process.
  const ours = resolve(folder) === resolve(cluster) && host.commandOf(Number(pid)).includes(cluster);
  const address = socket || (listens && `${listens}:${port}`);
  return ours && isAlive(Number(pid)) ? { pid: Number(pid), address, adopted: true } : null;
}

/** Finds a database server that survived its killed parent; null when there is none. Removes a stale PID file. */
function findSurvivor({ cluster, socket: ownSocket }: Place): Postmaster | null {
  const path = pidFileOf(cluster);
  if (!existsSync(path)) return null;
  const living = livingServer(cluster);
  if (!living) {
    // Only this cluster uses the socket folder, so old sockets can be removed.
    for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(ownSocket, name), { force: true });
    rmSync(path, { force: true });
  }
  return living;
}

async function adopt(existingServer: Postmaster, urlOf: UrlOf): Promise<Postmaster | null> {
  let heardAt = Date.now();
  // Waits up to an hour for a server that answers that it is busy: it may still replay its log.
  const answer = await until(3_600_000, async () => {
    if (!isAlive(existingServer.pid)) return 'gone' as const;
    const heard = existingServer.address ? await probeConnection(urlOf(existingServer.address)) : 'absent';
    if (heard === 'ready' || heard === 'refused') return heard;
    if (heard === 'busy') heardAt = Date.now();
    return Date.now() - heardAt > 60_000 ? 'silent' : undefined;
  });
  if (answer === 'ready') return existingServer;
  if (answer === 'gone') return null;
  if (answer === 'refused')
    throw new StartError(`数据库进程 ${existingServer.pid} 不认 database.json 里的密码：从备份恢复这个文件。`);
  if (await end(existingServer.pid, 'SIGINT', 20_000)) return null;
  throw new StartError(
    `数据库进程 ${existingServer.pid} 没有应答也停不下来：执行 kill -9 ${existingServer.pid} 后再启动。`,
  );
}

const blocked =
  /pre-existing shared memory block|lock file "postmaster\.pid" already exists|could not create any TCP\/IP sockets/;

/** Finds the log line about a parameter that PostgreSQL refuses; undefined when the cause is another. */
function refusedLine(output: string, cluster: string): string | undefined {
  const parameter = refusedParameter(output);
  return (
    parameter &&
    `数据库拒绝启动参数 ${parameter}：改正或删除 ${cluster} 里 postgresql.conf 或 postgresql.auto.conf 的那一行，再启动。`
  );
}

export async function ensureRunning(
  place: Place,
  logFile: string,
  urlOf: UrlOf,
  { maxConnections = 100, before }: { maxConnections?: number | undefined; before?: string | undefined } = {},
): Promise<Postmaster> {
  if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 10 * 1024 * 1024) renameSync(logFile, `${logFile}.1`);
  for (let attempt = 1; ; attempt++) {
    const runningServer = findSurvivor(place);
    const adopted = runningServer && (await adopt(runningServer, urlOf));
    if (adopted) return adopted;

    const log = openSync(logFile, 'a', 0o640);
    const logged = statSync(logFile).size;
    // After a crash the port stays, because the connections of this process name it.
    const address = place.databaseOn === 'socket' ? place.socket : (before ?? `${loopback}:${await freePort()}`);
    const options = Object.entries(settings(address, maxConnections)).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const child = launch(join(place.bin, 'postgres'), ['-D', place.cluster, ...options], place.user, log);
    closeSync(log);
    let failure: Error | undefined;
    child.on('error', (error) => (failure = error));
    child.unref();
    // Waits up to an hour: after a crash PostgreSQL first replays its log.
    const ready = await until(3_600_000, async () => {
      if (failure || child.exitCode !== null || child.signalCode !== null) return false;
      return (await probeConnection(urlOf(address))) === 'ready' ? true : undefined;
    });
    if (ready && child.pid !== undefined) return { pid: child.pid, address, adopted: false };

    const output = logSince(logFile, logged);
    if (blocked.test(output) && attempt < 50) {
      await until(200, () => undefined);
      continue;
    }
    const reason =
      failure?.message ?? /(?:FATAL|PANIC):\s+(.+)/.exec(output)?.[1] ?? `退出码 ${child.exitCode ?? child.signalCode}`;
    throw new StartError(
      diskFullBy(output, place.cluster) ??
        refusedLine(output, place.cluster) ??
        `数据库启动不了（${reason}）：日志在 ${logFile}；检查内存和目录权限。`,
    );
  }
}
