// Embedded PostgreSQL as a child process, used without DATABASE_URL. The first start creates it, a later start adopts
// a database that survived a kill. A dead database is restarted. It listens only on a socket in a private folder.
import { join } from 'node:path';
import { probeConnection, withConnection, type Connection } from '../db/connection.ts';
import { closeLargeObjects, prepareOwner, resetPasswords } from '../db/embedded-owner.ts';
import { initialise, readPasswords, type Passwords } from './cluster.ts';
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

const url = (socket: string, user: string, password: string, database: string) =>
  `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(socket)}`;

export const urlsOf = (passwords: Passwords) => ({
  superuser: (socket: string, database = 'postgres') => url(socket, 'postgres', passwords.superuser, database),
  owner: (client: Connection) => resetPasswords(client, passwords.superuser, { name, password: passwords.owner }),
});

export async function startEmbedded(options: {
  dataDir: string;
  log: (line: string) => void;
  maxConnections?: number;
}): Promise<Embedded> {
  const { dataDir, log, maxConnections } = options;
  requireFinishedRestore(dataDir);
  const place = preparePlace(dataDir, log);
  const passwords = readPasswords(dataDir, place.cluster);
  const fresh = initialise(place, passwords);
  if (fresh) log('数据库已建好。');
  const logFile = join(dataDir, 'postgres.log');
  const superuserUrl = (socket: string) => url(socket, 'postgres', passwords.superuser, 'postgres');
  const running = () => ensureRunning(place, logFile, superuserUrl, maxConnections);

  let server: Postmaster = await running();
  const { adopted, socket } = server;
  const ownerUrl = url(socket, name, passwords.owner, name);
  if (fresh || (await probeConnection(ownerUrl)) !== 'ready')
    await prepareOwner(superuserUrl(socket), { name, password: passwords.owner, database: name });
  // New databases are copied from template1. Nobody may be connected to it during the copy.
  const closed = (database: string) => closeLargeObjects(url(socket, 'postgres', passwords.superuser, database));
  if (await closed(name)) await closed('template1');

  let closing = false;
  let restarting: Promise<void> | undefined;
  async function restart() {
    log('数据库进程意外结束，正在重新启动。');
    try {
      server = await running();
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
    superuserUrl: url(socket, 'postgres', passwords.superuser, name),
    place,
    adopted,
    leave,
    checkpoint: () => withConnection(superuserUrl(socket), async (client) => void (await client.query('checkpoint'))),
    async stop() {
      leave();
      await restarting;
      if (!(await end(server.pid, 'SIGINT', 20_000))) log(`数据库进程 ${server.pid} 停不下来。`);
    },
  };
}
