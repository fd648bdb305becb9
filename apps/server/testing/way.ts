// A way to the database on which it can be made to disappear, with or without a word.
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';

/** A way from a port of this machine to the socket in `folder`. */
export async function openWay(folder: string) {
  const sockets = new Set<Socket>();
  let kept: { words: string; see: () => void; released: Promise<void> } | null = null;
  let losing: { after: string; words: string; arrives: boolean } | null = null;
  const way = {
    /** False swallows everything, and says nothing. */
    passes: true,
    /** Keeps back what asks for this, and all after it on the same connection, until it is told to go on. */
    keepBack(words: string) {
      const { promise: seen, resolve: see } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      kept = { words, see, released };
      return {
        /** Once somebody has asked. */
        seen,
        release() {
          kept = null;
          release();
        },
      };
    },
    /** How many connections have come. */
    came: 0,
    /**
     * Hangs up once on who asks for one thing and then for another on the same connection: when the second has been done
     * but not answered, or before it arrives.
     */
    hangUpOn(after: string, words: string, arrives: boolean) {
      losing = { after, words, arrives };
    },
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
    way.came += 1;
    const far = createConnection(`${folder}/.s.PGSQL.5432`);
    let begun = false;
    near.on('data', (bytes) => {
      begun ||= losing !== null && bytes.includes(losing.after);
      if (!begun || !losing || !bytes.includes(losing.words)) return;
      if (losing.arrives) far.prependOnceListener('data', () => near.destroy());
      else far.destroy();
      losing = null;
    });
    near.on('data', (bytes) => {
      if (!kept || !bytes.includes(kept.words)) return;
      kept.see();
      far.cork();
      void kept.released.then(() => far.uncork());
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
