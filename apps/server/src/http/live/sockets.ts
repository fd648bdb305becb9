import { LRUCache } from 'lru-cache';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import { eachTenant } from '#kernel/each-tenant.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { isFor, type Live, type SocketSession, type Principal } from '#modules/session/index.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Changes } from '#platform/db/change-notifications.ts';
import { closeCodes, frameOf, lastIdOf, socketLimits } from './frames.ts';
import { ownPages } from './origin-check.ts';
import { collectChanges } from './collect-changes.ts';

export interface SocketDeps {
  live: Live;
  /** Finds the session of an access token. Returns null or throws when there is none. */
  authenticate(httpScope: Scope, token: string): Promise<Principal | null>;
  createHttpScope(reason: string): Scope;
  bus: Bus;
  /** Change events of the database; null when not subscribed. */
  changes: Changes | null;
  /** Host and port of our own pages. The server does not derive them from the Host header. */
  publicHost: string | null;
  isOwnName(name: string): Promise<boolean>;
  report(error: unknown): void;
  together(): boolean;
  know(socket: Socket): void;
  opened(socket: Socket): void;
}

interface OpenSocket {
  ws: WebSocket;
  line: Socket;
  address: string;
  uid: string;
  who: Principal | null;
  /** Id of the last frame that the browser received on an earlier connection, or null. */
  lastId: string | null;
  heardAt: number;
  frames: number;
  framesAt: number;
}

const rememberedMost = 5_000;
const apartMs = 10_000;
const path = /^\/bus\/ws\/auth\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/**
 * Opens the personal WebSocket. It sends `auth` when the session ends, `user` when rights change, and messages of
 * modules. Frames are only hints: after a missed frame, the client gets the same information from its next call.
 */
export function openSockets(app: FastifyInstance, deps: SocketDeps, isOther: (address?: string) => boolean) {
  const { live, authenticate, createHttpScope, bus, publicHost, isOwnName, report, together, know, opened } = deps;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: socketLimits.frameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const sockets = new Set<OpenSocket>();
  const changedRights = collectChanges(deps.changes);

  function push(held: OpenSocket, text: string | Buffer) {
    if (held.ws.bufferedAmount > socketLimits.unsentBytes) held.ws.close(closeCodes.tooSlow);
    else held.ws.send(text, { binary: false });
  }
  const sendFrame = (held: OpenSocket, type: string, data: object = {}, id?: string) =>
    push(held, JSON.stringify({ type, data, id }));

  function settle(held: OpenSocket, stand: SocketSession | null) {
    if (stand === null || stand.is === 'ended') {
      const byChoice = stand?.byUser === true;
      if (held.who !== null && !byChoice) sendFrame(held, 'auth', { msg: stand?.text ?? '登录过期' });
      held.ws.close(byChoice ? closeCodes.renewed : closeCodes.refused);
    } else if (stand.is === 'locked') held.ws.close(closeCodes.locked);
    else if (held.who === null) welcome(held, stand.principal);
    else if (held.who.fresh !== stand.principal.fresh) {
      held.who = stand.principal;
      sendFrame(held, 'user');
    }
  }

  function welcome(held: OpenSocket, principal: Principal) {
    // The user id in the address is only a claim; it must match the token (S63).
    if (principal.userId !== held.uid) return held.ws.close(closeCodes.refused);
    held.who = principal;
    know(held.line);
    const own = [...sockets].filter(({ who }) => who?.userId === principal.userId);
    for (const surplus of own.slice(0, -socketLimits.perUser)) surplus.ws.close(closeCodes.surplus);
    // Gives the client a first frame id, from which it can resume later.
    sendFrame(held, 'ready', {}, newId());
    if (held.lastId === null) return undefined;
    return live
      .missed(principal.tenantId, principal, held.lastId)
      .then((frames) => {
        for (const { type, data, id } of frames) sendFrame(held, type, data, id);
      })
      .catch(report);
  }

  const relayed = new LRUCache<string, true>({ max: rememberedMost });
  async function relay(tenantId: string, id: string) {
    const listeners = () => [...sockets].filter(({ who }) => who?.tenantId === tenantId);
    if (listeners().length === 0) return;
    const frame = relayed.has(id) ? undefined : await live.frame(tenantId, id);
    if (frame === undefined) return;
    relayed.set(id, true);
    const { type, data, to } = frame;
    const text = Buffer.from(JSON.stringify({ type, data, id }));
    for (const held of listeners()) if (held.who && isFor(to, held.who)) push(held, text);
  }
  // Promise chain that sends one frame after the other, in publish order.
  let line = Promise.resolve();
  const queue = (tenantId: string, id: string) => {
    line = line.then(() => relay(tenantId, id)).catch(report);
  };
  bus.subscribe('frame', ({ tenantId, id }) => {
    if (id !== null) queue(tenantId, id);
  });
  // Last time at which another node was disconnected. Missed frames are fetched until shortly after this time (S69).
  let apart = 0;
  async function fetchMissedFrames() {
    if (!together()) apart = Date.now();
    if (Date.now() - apart > apartMs) return;
    await eachTenant([...new Set([...sockets].flatMap(({ who }) => who?.tenantId ?? []))], async (tenantId) => {
      for (const id of await live.recent(tenantId)) queue(tenantId, id);
    });
  }

  async function look(held: OpenSocket) {
    if (held.who === null) return;
    settle(held, await live.standOf(createHttpScope('socket'), held.who));
  }

  // Checks one socket after the other, so that a message to a whole tenant does not take every database connection.
  async function recheckSessions(some: readonly OpenSocket[]) {
    for (const held of some)
      await look(held).catch((error: unknown) => {
        // Closes the socket. The session state is unknown, and the client's next call would fail too (S12).
        held.ws.terminate();
        report(error);
      });
  }

  bus.subscribe(
    'standing',
    ({ tenantId, userId, id }) =>
      void recheckSessions(
        [...sockets].filter(
          ({ who }) =>
            who !== null &&
            who.tenantId === tenantId &&
            (userId === null || who.userId === userId) &&
            (id === null || who.sessionId === id),
        ),
      ),
  );
  bus.subscribe(
    'dictionary',
    ({ tenantId }) =>
      void recheckSessions(
        [...sockets].filter(({ who }) => who !== null && (tenantId === '0' || who.tenantId === tenantId)),
      ),
  );

  async function enter(held: OpenSocket, token: string, lastId: string | undefined) {
    held.lastId = lastId ?? held.lastId;
    const httpScope = createHttpScope('socket');
    const principal = await authenticate(httpScope, token).catch(() => null);
    settle(held, principal && (await live.standOf(httpScope, principal)));
  }

  function listen(held: OpenSocket) {
    const { ws } = held;
    ws.on('pong', () => {
      held.heardAt = Date.now();
    });
    ws.on('error', () => ws.terminate());
    ws.on('close', () => sockets.delete(held));
    ws.on('message', (data, binary) => {
      const now = Date.now();
      held.heardAt = now;
      held.frames = Math.max(0, held.frames - ((now - held.framesAt) / 1000) * socketLimits.framesPerSecond) + 1;
      held.framesAt = now;
      if (held.frames > socketLimits.framesBurst) return ws.close(closeCodes.tooFast);
      const frame = binary || !Buffer.isBuffer(data) ? null : frameOf(data.toString('utf8'));
      if (frame?.type === 'ping') return held.who !== null && sendFrame(held, 'pong');
      if (frame?.type === 'auth' && held.who === null)
        enter(held, frame.token, frame.lastId).catch((error: unknown) => {
          ws.terminate();
          report(error);
        });
      return undefined;
    });
    setTimeout(() => held.who === null && ws.close(closeCodes.refused), socketLimits.entryMs).unref();
  }

  const refuse = (socket: Duplex, status: string) => {
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  };

  const isOwnPage = ownPages({ publicHost, isOwnName });

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const target = request.url ?? '/';
    if (!URL.canParse(target, 'http://here')) return refuse(socket, '400 Bad Request');
    const url = new URL(target, 'http://here');
    const [, uid] = path.exec(url.pathname) ?? [];
    if (uid === undefined) return refuse(socket, '404 Not Found');
    if (!(await isOwnPage(request))) return refuse(socket, '403 Forbidden');
    const address = request.socket.remoteAddress ?? '';
    const strangers = [...sockets].filter((held) => held.who === null && held.address === address).length;
    if (strangers >= socketLimits.strangersPerAddress) return refuse(socket, '429 Too Many Requests');
    const ticket = url.searchParams.get('access_token');
    return server.handleUpgrade(request, socket, head, (ws) => {
      const held: OpenSocket = {
        ws,
        line: request.socket,
        address,
        uid,
        who: null,
        lastId: lastIdOf(url.searchParams.get('lastId')),
        heardAt: Date.now(),
        frames: 0,
        framesAt: Date.now(),
      };
      sockets.add(held);
      opened(held.line);
      listen(held);
      if (ticket !== null)
        live
          .openWith(createHttpScope('socket'), ticket)
          .then((stand) => settle(held, stand))
          .catch((error: unknown) => {
            ws.terminate();
            report(error);
          });
    });
  }
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The WeChat follower channel handles its own upgrade requests.
    if (isOther(request.url)) return;
    socket.on('error', () => socket.destroy());
    // Nobody catches errors of an event listener; an unhandled one would end the server.
    upgrade(request, socket, head).catch((error: unknown) => {
      socket.destroy();
      report(error);
    });
  });

  const pinger = setInterval(() => {
    for (const { ws, heardAt } of sockets)
      if (Date.now() - heardAt > socketLimits.deadMs) ws.terminate();
      else ws.ping();
  }, socketLimits.pingMs);
  pinger.unref();

  // Checks each open socket within two seconds, because an event of another node may be lost (S12).
  let looking = false;
  async function sweep() {
    const liveSessions = [...sockets].flatMap((held) => (held.who ? [{ held, id: held.who.sessionId }] : []));
    if (liveSessions.length === 0) changedRights.take();
    if (looking || liveSessions.length === 0) return;
    looking = true;
    try {
      await fetchMissedFrames().catch(report);
      const ids = [...new Set(liveSessions.map(({ id }) => id))];
      const sooner = liveSessions.flatMap(({ held, id }) => (held.who?.mlps3 === true ? id : []));
      const stopped = new Set(await live.stoppedOf(createHttpScope('socket'), ids, sooner));
      const isTold = changedRights.take();
      await recheckSessions(
        liveSessions.flatMap(({ held, id }) => (stopped.has(id) || (held.who && isTold(held.who)) ? [held] : [])),
      );
    } finally {
      looking = false;
    }
  }
  const sweeper = setInterval(() => void sweep().catch(report), socketLimits.lookMs);
  sweeper.unref();

  app.addHook('preClose', async () => {
    clearInterval(pinger);
    clearInterval(sweeper);
    for (const { ws } of sockets) {
      ws.close(closeCodes.going);
      ws.terminate();
    }
  });
  return {
    count: () => sockets.size,
  };
}
