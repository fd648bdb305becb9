// A proxy to the database that tests can interrupt, with or without an error.
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';

export async function openDatabaseProxy(folder: string) {
  const sockets = new Set<Socket>();
  let heldQuery: { words: string; see: () => void; released: Promise<void> } | null = null;
  let disconnectRule: { after: string; words: string; arrives: boolean } | null = null;
  const way = {
    /** When false, the proxy drops all data silently. */
    passes: true,
    /** Stops queries that contain this text, and everything after them on the connection, until `release` is called. */
    holdQueries(words: string) {
      const { promise: seen, resolve: see } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      heldQuery = { words, see, released };
      return {
        seen,
        release() {
          heldQuery = null;
          release();
        },
      };
    },
    came: 0,
    /**
     * Closes a connection once, when it sends `after` and then `words`. `arrives`: whether the database still
     * receives the second statement. Its answer is lost in both cases.
     */
    disconnectOn(after: string, words: string, arrives: boolean) {
      disconnectRule = { after, words, arrives };
    },
    /** When false, the proxy closes all connections, also new ones. */
    open: true,
    through: (url: string) => {
      const there = new URL(url);
      there.searchParams.delete('host');
      Object.assign(there, { hostname: '127.0.0.1', port: String(port) });
      return there.href;
    },
    hangUp() {
      way.open = false;
      for (const socket of sockets) socket.destroy();
    },
    close() {
      way.hangUp();
      server.close();
    },
  };
  const server = createServer((near) => {
    if (!way.open) return void near.destroy();
    way.came += 1;
    const far = createConnection(`${folder}/.s.PGSQL.5432`);
    let begun = false;
    near.on('data', (bytes) => {
      begun ||= disconnectRule !== null && bytes.includes(disconnectRule.after);
      if (!begun || !disconnectRule || !bytes.includes(disconnectRule.words)) return;
      if (disconnectRule.arrives) far.prependOnceListener('data', () => near.destroy());
      else far.destroy();
      disconnectRule = null;
    });
    near.on('data', (bytes) => {
      if (!heldQuery || !bytes.includes(heldQuery.words)) return;
      heldQuery.see();
      far.cork();
      void heldQuery.released.then(() => far.uncork());
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => void (way.passes && to.write(bytes)));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return way;
}
