// The PostgreSQL that runs as our child when no DATABASE_URL is given: made at first start, found again after a
// kill, restarted when it dies, stopped with us. Only a socket in a private folder reaches it.
import { join } from 'node:path';
import { knock, withConnection, type Connection } from '../db/connection.ts';
import { closeLargeObjects, prepareOwner, resetPasswords } from '../db/embedded-owner.ts';
import { initialise, readPasswords, type Passwords } from './cluster.ts';
import { preparePlace, type Place } from './place.ts';
import { ensureRunning, type Postmaster } from './postmaster.ts';
import { end, isAlive } from './processes.ts';
import { demandWhole } from './unfinished.ts';

const name = 'anlan';

/** The embedded PostgreSQL. */
export type Embedded = {
  /** URL of the role that owns the database. */
  ownerUrl: string;
  /** Superuser's URL of the same database, for backups. */
  superuserUrl: string;
  /** Where it stands. */
  place: Place;
  /** Whether the server was running already. */
  adopted: boolean;
  /** Stop the server, as `pg_ctl stop -m fast` does. */
  stop(): Promise<void>;
  /** Leave the server to whoever runs it. */
  leave(): void;
  /** Removes the log that nothing needs any more. */
  checkpoint(): Promise<void>;
};

const url = (socket: string, user: string, password: string, database: string) =>
  `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(socket)}`;

/** Addresses of a cluster under its passwords, and how to give a restored one these passwords. */
export const urlsOf = (passwords: Passwords) => ({
  superuser: (socket: string, database = 'postgres') => url(socket, 'postgres', passwords.superuser, database),
  owner: (client: Connection) => resetPasswords(client, passwords.superuser, { name, password: passwords.owner }),
});

/** Start the embedded PostgreSQL of `dataDir`, or take over the one that a killed process left behind. */
export async function startEmbedded(options: { dataDir: string; log: (line: string) => void }): Promise<Embedded> {
  const { dataDir, log } = options;
  demandWhole(dataDir);
  const place = preparePlace(dataDir, log);
  const passwords = readPasswords(dataDir, place.cluster);
  const fresh = initialise(place, passwords);
  if (fresh) log('数据库已建好。');
  const logFile = join(dataDir, 'postgres.log');
  const superuserUrl = (socket: string) => url(socket, 'postgres', passwords.superuser, 'postgres');
  const running = () => ensureRunning(place, logFile, superuserUrl);

  let server: Postmaster = await running();
  const { adopted, socket } = server;
  const ownerUrl = url(socket, name, passwords.owner, name);
  if (fresh || (await knock(ownerUrl)) !== 'ready')
    await prepareOwner(superuserUrl(socket), { name, password: passwords.owner, database: name });
  // Other databases are made of the second one, which cannot be while somebody is in it.
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
