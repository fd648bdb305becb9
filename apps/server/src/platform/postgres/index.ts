// Embedded PostgreSQL as a child process, used without DATABASE_URL. The first start creates it, a later start adopts
// a database that survived a kill. A dead database is restarted. It listens only on a socket in a private folder.
import { isAbsolute, join } from 'node:path';
import { probeConnection, withConnection, type Connection } from '../db/connection.ts';
import { closeLargeObjects, prepareOwner, resetPasswords } from '../db/embedded-owner.ts';
import { initialise, readPasswords, type Passwords } from './cluster.ts';
import type { Host } from '../host/index.ts';
import { preparePlace, type Place } from './cluster-paths.ts';
import { ensureRunning, type Postmaster } from './postmaster.ts';
import { end, isAlive } from './processes.ts';
import { requireFinishedRestore } from './unfinished-restore.ts';

const name = 'anlan';

export type Embedded = {
  ownerUrl: string;
  superuserUrl: string;
  place: Place;
  adopted: boolean;
  stop(): Promise<void>;
  leave(): void;
  checkpoint(): Promise<void>;
};

/** `address` is the folder of the socket, or host and port. */
const url = (address: string, user: string, password: string, database: string) =>
  isAbsolute(address)
    ? `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(address)}`
    : `postgresql://${user}:${password}@${address}/${database}`;

export const urlsOf = (passwords: Passwords) => ({
  superuser: (address: string, database = 'postgres') => url(address, 'postgres', passwords.superuser, database),
  owner: (client: Connection) => resetPasswords(client, passwords.superuser, { name, password: passwords.owner }),
});

export async function startEmbedded(options: {
  dataDir: string;
  log: (line: string) => void;
  maxConnections?: number;
  databaseOn?: Host['databaseOn'];
}): Promise<Embedded> {
  const { dataDir, log, maxConnections, databaseOn } = options;
  requireFinishedRestore(dataDir);
  const place = preparePlace(dataDir, log, databaseOn);
  const passwords = readPasswords(dataDir, place.cluster);
  const fresh = initialise(place, passwords);
  if (fresh) log('数据库已建好。');
  const logFile = join(dataDir, 'postgres.log');
  const superuserUrl = (address: string) => url(address, 'postgres', passwords.superuser, 'postgres');
  const running = (before?: string) => ensureRunning(place, logFile, superuserUrl, { maxConnections, before });

  let server: Postmaster = await running();
  const { adopted, address } = server;
  const ownerUrl = url(address, name, passwords.owner, name);
  if (fresh || (await probeConnection(ownerUrl)) !== 'ready')
    await prepareOwner(superuserUrl(server.address), { name, password: passwords.owner, database: name });
  // New databases are copied from template1. Nobody may be connected to it during the copy.
  const closed = (database: string) => closeLargeObjects(url(address, 'postgres', passwords.superuser, database));
  if (await closed(name)) await closed('template1');

  let closing = false;
  let restarting: Promise<void> | undefined;
  async function restart() {
    log('数据库进程意外结束，正在重新启动。');
    try {
      server = await running(address);
      log('数据库已恢复。');
    } catch (error) {
      log(error instanceof Error ? error.message : String(error));
    }
    restarting = undefined;
  }
  const watch = setInterval(() => {
    if (!closing && !restarting && !isAlive(server.pid)) restarting = restart();
  }, 1_000);
  watch.unref();
  const leave = () => {
    closing = true;
    clearInterval(watch);
  };
  return {
    ownerUrl,
    superuserUrl: url(address, 'postgres', passwords.superuser, name),
    place,
    adopted,
    leave,
    checkpoint: () =>
      withConnection(superuserUrl(server.address), async (client) => void (await client.query('checkpoint'))),
    async stop() {
      leave();
      await restarting;
      if (!(await end(server.pid, 'SIGINT', 20_000))) log(`数据库进程 ${server.pid} 停不下来。`);
    },
  };
}
