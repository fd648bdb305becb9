import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#kernel/errors.ts';
import { tokenOf } from './guard.ts';

/** How long strangers may take, and how much of the server they may hold (S67). */
export interface Patience {
  /** Headers, in milliseconds. */
  headersMs: number;
  /** Headers and body of a call. */
  requestMs: number;
  /** Headers and body of an upload. */
  uploadMs: number;
  /** Between two calls on one connection. */
  idleMs: number;
  /** Least bytes a second of an upload, and of an answer that somebody reads. */
  leastBytes: number;
  /** How long a slow one is watched before it is cut. */
  watchMs: number;
  /** How often it is looked. */
  checkMs: number;
  /** Connections of one address on which nobody is signed in. */
  connections: number;
  /** Delay of the event loop from which strangers are turned away. */
  lagMs: number;
}

/** The figures of security.md S67. */
export const patience: Patience = {
  headersMs: 15_000,
  requestMs: 60_000,
  uploadMs: 600_000,
  idleMs: 65_000,
  leastBytes: 8 * 1024,
  watchMs: 30_000,
  checkMs: 1_000,
  connections: 2_000,
  lagMs: 1_000,
};

const mostHeaders = 100;

interface Line {
  socket: Socket;
  address: string;
  /** Whether it counts against its address. */
  stranger: boolean;
  /** The request whose body is still coming. */
  coming: { raw: IncomingMessage; since: number; from: number; upload: boolean } | null;
  /** Calls that are not answered to their end. */
  open: number;
  /** Since when there is none; null on a connection that became a socket of its own. */
  idleSince: number | null;
  /** Since when an answer waits to be read, and how much had left by then. */
  held: { since: number; gone: number } | null;
}

/** Cuts who is too slow, counts connections by address, and turns strangers away while the server is behind. */
export function watchLoad(
  app: FastifyInstance,
  limits: Patience,
  isProxy: (address: string) => boolean,
  sheds: boolean,
  isGiven: (token: string) => Promise<boolean>,
) {
  const lines = new Map<Socket, Line>();
  const counts = new Map<string, number>();
  const count = (line: Line, by: 1 | -1) => {
    const now = (counts.get(line.address) ?? 0) + by;
    if (now > 0) counts.set(line.address, now);
    else counts.delete(line.address);
    return now;
  };

  // Node drops what is beyond its own count without a word; here one too many is told.
  app.server.maxHeadersCount = mostHeaders * 2;
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const stranger = !isProxy(address);
    const line: Line = { socket, address, stranger, coming: null, open: 0, idleSince: Date.now(), held: null };
    if (line.stranger && count(line, 1) > limits.connections) {
      count(line, -1);
      socket.destroy();
      return;
    }
    lines.set(socket, line);
    socket.once('close', () => {
      lines.delete(socket);
      if (line.stranger) count(line, -1);
    });
  });

  let behindUntil = 0;
  const health = new Set(['/healthz', '/readyz']);
  app.addHook('onRequest', async (request) => {
    const { raw } = request;
    const line = lines.get(raw.socket);
    if (line) {
      line.open += 1;
      const upload = request.routeOptions.config.upload === true;
      line.coming = { raw, since: Date.now(), from: raw.socket.bytesRead, upload };
    }
    if (raw.rawHeaders.length > mostHeaders * 2) throw new AppError('invalid', '请求头过多');
    if (!sheds || Date.now() >= behindUntil || health.has(request.url)) return;
    const token = tokenOf(request);
    // A token that somebody made up makes nobody less of a stranger.
    if (token === undefined || !(await isGiven(token))) throw new AppError('unavailable', undefined, { seconds: 1 });
  });
  function know(socket: Socket) {
    const line = lines.get(socket);
    if (!line?.stranger) return;
    line.stranger = false;
    count(line, -1);
  }
  app.addHook('onResponse', async (request) => {
    const line = lines.get(request.raw.socket);
    if (!line) return;
    line.open -= 1;
    if (line.open === 0 && line.idleSince !== null) line.idleSince = Date.now();
    // What still comes after its answer holds the connection just as well.
    if (request.raw.complete) line.coming = null;
    if (request.scope?.userId) know(request.raw.socket);
  });

  function tooSlowToSend({ coming, socket }: Line, now: number): boolean {
    if (!coming || coming.raw.complete) return false;
    const took = now - coming.since;
    if (took > (coming.upload ? limits.uploadMs : limits.requestMs)) return true;
    // What waits here unread is our slowness, not the sender's.
    if (!coming.upload || took < limits.watchMs || coming.raw.readableLength > 0) return false;
    return socket.bytesRead - coming.from < (limits.leastBytes * took) / 1000;
  }
  /** An empty line now and then is no call, though it starts every other clock anew. */
  const isIdle = ({ open, coming, idleSince }: Line, now: number) =>
    open === 0 && coming === null && idleSince !== null && now - idleSince > limits.idleMs;
  function tooSlowToRead(line: Line, now: number): boolean {
    const { socket, held } = line;
    if (socket.writableLength === 0) {
      line.held = null;
      return false;
    }
    const gone = socket.bytesWritten - socket.writableLength;
    if (!held) {
      line.held = { since: now, gone };
      return false;
    }
    if (now - held.since < limits.watchMs) return false;
    const slow = gone - held.gone < (limits.leastBytes * (now - held.since)) / 1000;
    line.held = { since: now, gone };
    return slow;
  }

  let cut = 0;
  const looking = setInterval(() => {
    const now = Date.now();
    for (const line of lines.values()) {
      if (!tooSlowToSend(line, now) && !tooSlowToRead(line, now) && !isIdle(line, now)) continue;
      cut += 1;
      line.socket.destroy();
    }
  }, limits.checkMs);
  const step = Math.min(250, limits.lagMs);
  let last = performance.now();
  let late = Number.NEGATIVE_INFINITY;
  const beating = setInterval(() => {
    const now = performance.now();
    // One pause may be anything; the second within ten seconds is load.
    if (now - last - step > limits.lagMs) {
      if (now - late < 10_000) behindUntil = Date.now() + 1_000;
      late = now;
    }
    last = now;
  }, step);
  for (const timer of [looking, beating]) timer.unref();
  app.addHook('onClose', async () => {
    for (const timer of [looking, beating]) clearInterval(timer);
  });
  return {
    /** Somebody signed in holds this connection: it no longer counts against its address. */
    know,
    /** The connection became a socket of its own, where nobody has to ask for anything. */
    opened(socket: Socket) {
      const line = lines.get(socket);
      if (line) line.idleSince = null;
    },
    /** Connections that were cut for being slow, or idle. */
    cut: () => cut,
    /** Connections that count against their address. */
    strangers: () => [...counts.values()].reduce((sum, one) => sum + one, 0),
  };
}
