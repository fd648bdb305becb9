import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#kernel/errors.ts';
import { tokenOf } from './guard.ts';

/** Time and resource limits for clients that are not authenticated (S67). */
export interface ConnectionLimits {
  headersMs: number;
  requestMs: number;
  uploadMs: number;
  idleMs: number;
  /** Minimum bytes per second of an upload, and of an answer that the client reads. */
  leastBytes: number;
  /** Milliseconds for which a connection may be slow before the server closes it. */
  watchMs: number;
  checkMs: number;
  connections: number;
  lagMs: number;
  /** How long the server waits for open requests when it ends. */
  closeMs: number;
}

/** The limits of S67. */
export const patience: ConnectionLimits = {
  headersMs: 15_000,
  requestMs: 60_000,
  uploadMs: 600_000,
  idleMs: 65_000,
  leastBytes: 8 * 1024,
  watchMs: 30_000,
  checkMs: 1_000,
  connections: 2_000,
  lagMs: 1_000,
  closeMs: 20_000,
};

const mostHeaders = 100;

interface Line {
  socket: Socket;
  address: string;
  stranger: boolean;
  coming: { raw: IncomingMessage; since: number; from: number; upload: boolean } | null;
  open: number;
  /** Time when the connection became idle; null when it was upgraded to a WebSocket. */
  idleSince: number | null;
  /** Time since which a slow reader delays the answer, and bytes sent before. Null when no answer is delayed. */
  held: { since: number; gone: number } | null;
}

/**
 * Closes slow connections, limits connections per address, and refuses unauthenticated clients while the server is
 * overloaded.
 */
export function watchLoad(
  app: FastifyInstance,
  limits: ConnectionLimits,
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

  // Node silently drops headers beyond its own limit. The limit is doubled here so that our own check sees them and
  // answers an error.
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
    // Checks that the token exists, so that an invented token does not count as authenticated.
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
    // A body that still arrives after its answer also occupies the connection.
    if (request.raw.complete) line.coming = null;
    if (request.scope?.userId) know(request.raw.socket);
  });

  function tooSlowToSend({ coming, socket }: Line, now: number): boolean {
    if (!coming || coming.raw.complete) return false;
    const took = now - coming.since;
    if (took > (coming.upload ? limits.uploadMs : limits.requestMs)) return true;
    // Unread data in this buffer shows that the server is slow, not the sender.
    if (!coming.upload || took < limits.watchMs || coming.raw.readableLength > 0) return false;
    return socket.bytesRead - coming.from < (limits.leastBytes * took) / 1000;
  }
  /** Whether the connection has no request. Empty lines do not count, although they reset Node's own timers. */
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
    // One event-loop delay may have any cause. A second delay within ten seconds counts as overload.
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
    know,
    opened(socket: Socket) {
      const line = lines.get(socket);
      if (line) line.idleSince = null;
    },
    cut: () => cut,
    strangers: () => [...counts.values()].reduce((sum, one) => sum + one, 0),
  };
}
