// A way to the database on which answers can be late or never come.
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { startEmbedded } from '../../apps/server/src/platform/postgres/index.ts';

/** The database of a folder, run by the harness, and an address of it that leads through the way. */
export async function databaseOnAWay(folder: string) {
  const database = await startEmbedded({ dataDir: folder, log: () => {} });
  const socket = new URL(database.ownerUrl).searchParams.get('host') ?? '';
  const open = new Set<Socket>();
  const way = { cut: false, delay: () => 0 };
  const server = createServer((near) => {
    const far = createConnection(`${socket}/.s.PGSQL.5432`);
    // Answers keep their order: each waits for the one before.
    let last = Promise.resolve();
    near.on('data', (bytes) => void (way.cut || far.write(bytes)));
    far.on('data', (bytes) => {
      const ms = way.delay();
      last = last.then(async () => {
        if (ms > 0) await new Promise((done) => setTimeout(done, ms));
        if (!way.cut && near.writable) near.write(bytes);
      });
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      // A way that is cut tells nobody that the other end hung up.
      one.on('close', () => {
        open.delete(one);
        if (!way.cut) other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(database.ownerUrl);
  url.searchParams.delete('host');
  Object.assign(url, {
    hostname: '127.0.0.1',
    port: String(typeof address === 'object' && address ? address.port : 0),
  });
  return {
    way,
    url: url.href,
    async stop() {
      server.close();
      for (const one of open) one.destroy();
      await database.stop();
    },
  };
}
