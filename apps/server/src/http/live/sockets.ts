import { LRUCache } from 'lru-cache';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import { eachTenant } from '#kernel/each-tenant.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { isFor, type Live, type Stand, type Principal } from '#modules/session/index.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Changes } from '#platform/db/changes.ts';
import { closings, frameOf, lastIdOf, socketLimits } from './frames.ts';
import { ownPages } from './own-page.ts';
import { gatherChanges } from './gather-changes.ts';

/** What the personal socket depends on. */
export interface SocketDeps {
  live: Live;
  /** The session of an access token; null or a refusal where there is none. */
  authenticate(httpScope: Scope, token: string): Promise<Principal | null>;
  createHttpScope(reason: string): Scope;
  bus: Bus;
  /** What the database tells of changes, or null where it is not listened to. */
  changes: Changes | null;
  /** Host (with its port) that a page of ours may come from, whatever host was asked. */
  publicHost: string | null;
  /** Whether a host name is one of ours. */
  isOwnName(name: string): Promise<boolean>;
  report(error: unknown): void;
  /** Whether other nodes are heard at this moment. */
  together(): boolean;
  /** Told of a connection that somebody signed in holds. */
  know(socket: Socket): void;
  /** Hears that a connection became a socket. */
  opened(socket: Socket): void;
}

interface Held {
  ws: WebSocket;
  line: Socket;
  address: string;
  /** Whose the address says it is. */
  uid: string;
  who: Principal | null;
  /** The last frame it heard before it came, or null. */
  lastId: string | null;
  heardAt: number;
  frames: number;
  framesAt: number;
}

const rememberedMost = 5_000;
const apartMs = 10_000;
const path = /^\/bus\/ws\/auth\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/**
 * The personal socket (contracts §3): tells one browser that its session is over (`auth`), that what its person may do
 * has changed (`user`), and what modules tell people. It carries no authority: whoever misses a frame learns the same from
 * the next call.
 */
export function openSockets(app: FastifyInstance, deps: SocketDeps, isOther: (address?: string) => boolean) {
  const { live, authenticate, createHttpScope, bus, publicHost, isOwnName, report, together, know, opened } = deps;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: socketLimits.frameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const sockets = new Set<Held>();
  const told = gatherChanges(deps.changes);

  function push(held: Held, text: string | Buffer) {
    if (held.ws.bufferedAmount > socketLimits.unsentBytes) held.ws.close(closings.tooSlow);
    else held.ws.send(text, { binary: false });
  }
  const tell = (held: Held, type: string, data: object = {}, id?: string) =>
    push(held, JSON.stringify({ type, data, id }));

  function settle(held: Held, stand: Stand | null) {
    if (stand === null || stand.is === 'ended') {
      const chosen = stand?.chosen === true;
      if (held.who !== null && !chosen) tell(held, 'auth', { msg: stand?.text ?? '登录过期' });
      held.ws.close(chosen ? closings.renewed : closings.refused);
    } else if (stand.is === 'locked') held.ws.close(closings.locked);
    else if (held.who === null) welcome(held, stand.principal);
    else if (held.who.fresh !== stand.principal.fresh) {
      held.who = stand.principal;
      tell(held, 'user');
    }
  }

  function welcome(held: Held, principal: Principal) {
    // The name in the address is a claim: another's socket is never opened with one's own word (S63).
    if (principal.userId !== held.uid) return held.ws.close(closings.refused);
    held.who = principal;
    know(held.line);
    const own = [...sockets].filter(({ who }) => who?.userId === principal.userId);
    for (const surplus of own.slice(0, -socketLimits.perUser)) surplus.ws.close(closings.surplus);
    // Where the order of frames stands, for somebody who has heard none yet when they come back.
    tell(held, 'ready', {}, newId());
    if (held.lastId === null) return undefined;
    return live
      .missed(principal.tenantId, principal, held.lastId)
      .then((frames) => {
        for (const { type, data, id } of frames) tell(held, type, data, id);
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
  // One after the other: frames arrive in the order in which they were told.
  let line = Promise.resolve();
  const queue = (tenantId: string, id: string) => {
    line = line.then(() => relay(tenantId, id)).catch(report);
  };
  bus.subscribe('frame', ({ tenantId, id }) => {
    if (id !== null) queue(tenantId, id);
  });
  // While other nodes are not heard, and a little longer, what they told is looked for (S69).
  let apart = 0;
  async function lookForFrames() {
    if (!together()) apart = Date.now();
    if (Date.now() - apart > apartMs) return;
    await eachTenant([...new Set([...sockets].flatMap(({ who }) => who?.tenantId ?? []))], async (tenantId) => {
      for (const id of await live.recent(tenantId)) queue(tenantId, id);
    });
  }

  async function look(held: Held) {
    if (held.who === null) return;
    settle(held, await live.standOf(createHttpScope('socket'), held.who));
  }

  // One after the other: a word to a whole tenant must not take every connection from those who work.
  async function lookAt(some: readonly Held[]) {
    for (const held of some)
      await look(held).catch((error: unknown) => {
        // What a session is cannot be told: nobody hears more than the next call would say (S12).
        held.ws.terminate();
        report(error);
      });
  }

  bus.subscribe(
    'standing',
    ({ tenantId, userId, id }) =>
      void lookAt(
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
      void lookAt([...sockets].filter(({ who }) => who !== null && (tenantId === '0' || who.tenantId === tenantId))),
  );

  async function enter(held: Held, token: string, lastId: string | undefined) {
    held.lastId = lastId ?? held.lastId;
    const httpScope = createHttpScope('socket');
    const principal = await authenticate(httpScope, token).catch(() => null);
    settle(held, principal && (await live.standOf(httpScope, principal)));
  }

  function listen(held: Held) {
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
      if (held.frames > socketLimits.framesBurst) return ws.close(closings.tooFast);
      const frame = binary || !Buffer.isBuffer(data) ? null : frameOf(data.toString('utf8'));
      if (frame?.type === 'ping') return held.who !== null && tell(held, 'pong');
      if (frame?.type === 'auth' && held.who === null)
        enter(held, frame.token, frame.lastId).catch((error: unknown) => {
          ws.terminate();
          report(error);
        });
      return undefined;
    });
    setTimeout(() => held.who === null && ws.close(closings.refused), socketLimits.entryMs).unref();
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
      const held: Held = {
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
    // The channel of followers' messages hears for itself.
    if (isOther(request.url)) return;
    socket.on('error', () => socket.destroy());
    // Nobody stands behind this listener: what it throws would end the whole server.
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

  // Another node's word may be lost: whoever has a socket is looked for within two seconds all the same (S12).
  let looking = false;
  async function sweep() {
    const known = [...sockets].flatMap((held) => (held.who ? [{ held, id: held.who.sessionId }] : []));
    if (known.length === 0) told.take();
    if (looking || known.length === 0) return;
    looking = true;
    try {
      await lookForFrames().catch(report);
      const ids = [...new Set(known.map(({ id }) => id))];
      const sooner = known.flatMap(({ held, id }) => (held.who?.mlps3 === true ? id : []));
      const stopped = new Set(await live.stoppedOf(createHttpScope('socket'), ids, sooner));
      const isTold = told.take();
      await lookAt(known.flatMap(({ held, id }) => (stopped.has(id) || (held.who && isTold(held.who)) ? [held] : [])));
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
      ws.close(closings.going);
      ws.terminate();
    }
  });
  return {
    /** How many browsers listen. */
    count: () => sockets.size,
  };
}
