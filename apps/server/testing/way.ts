// A way to the database on which it can be made to disappear, with or without a word.
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';

/** A way from a port of this machine to the socket in `folder`. */
export async function openWay(folder: string) {
  const sockets = new Set<Socket>();
  const way = {
    /** False swallows everything, and says nothing. */
    passes: true,
    /** False hangs up on everybody, and on whoever comes. */
    open: true,
    /** The address of `url` through this way. */
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
    const far = createConnection(`${folder}/.s.PGSQL.5432`);
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
