// Message channel of WeChat followers: STOMP over WebSocket, either plain or in SockJS frames.
import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Scope } from '#kernel/scope.ts';
import type { Principal } from '#modules/session/index.ts';
import { wxMessage, type WxMessage } from '@anlan/contract/modules/wx-message/views';
import { writerOf } from '../write-json.ts';
import { closeCodes, socketLimits } from './frames.ts';
import { ownPages } from './origin-check.ts';
import type { SocketDeps } from './sockets.ts';
import { openStompClient, type StompClient } from './stomp-client.ts';
import { collectChanges } from './collect-changes.ts';

export interface StompDeps extends SocketDeps {
  messages: {
    messages(tenantId: string, ids: readonly string[]): Promise<WxMessage[]>;
    seesFollower(scope: Scope, id: string): Promise<boolean>;
  };
  scopeOf(who: Principal): Scope;
}

interface Held {
  ws: WebSocket;
  line: StompClient;
  address: string;
  heardAt: number;
  frames: number;
  framesAt: number;
}

const entryMs = 10_000;
const sockJsBeatMs = 25_000;
const bare = /^\/weixin\/ws(?:\/websocket)?\/?$/;
const framed = /^\/weixin\/ws\/[^/.]{1,40}\/[^/.]{1,40}\/websocket$/;
const protocols = ['v12.stomp', 'v11.stomp', 'v10.stomp'];

/** Parses a SockJS client frame into its texts; null for other data. */
function textsIn(data: string): string[] | null {
  try {
    const read: unknown = JSON.parse(data);
    const texts: unknown[] = Array.isArray(read) ? read : [read];
    return texts.every((one): one is string => typeof one === 'string') ? texts : null;
  } catch {
    return null;
  }
}

export function openStompSockets(app: FastifyInstance, deps: StompDeps) {
  const { live, authenticate, createHttpScope, bus, report, know, opened, messages, scopeOf } = deps;
  const isOwnPage = ownPages(deps);
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: socketLimits.frameBytes,
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: (offered) => protocols.find((one) => offered.has(one)) ?? false,
  });
  const sockets = new Set<Held>();
  const changedRights = collectChanges(deps.changes);
  // Clients by follower id, so that a message is offered only to the subscribers of its follower.
  const listeners = new Map<string, Set<StompClient>>();
  function hears(line: StompClient, followerId: string, isHeard: boolean) {
    const all = listeners.get(followerId) ?? new Set();
    if (isHeard) listeners.set(followerId, all.add(line));
    else if (all.delete(line) && all.size === 0) listeners.delete(followerId);
  }
  const lineDeps = (socket: Socket) => ({
    async enter({ token, ticket }: { token?: string; ticket?: string }) {
      const httpScope = createHttpScope('stomp');
      if (ticket !== undefined) {
        const stand = await live.openWith(httpScope, ticket, 'weixin');
        return stand?.is === 'live' ? stand.principal : null;
      }
      const principal = await authenticate(httpScope, token ?? '').catch(() => null);
      const stand = principal && (await live.standOf(httpScope, principal));
      return stand?.is === 'live' ? stand.principal : null;
    },
    maySubscribe: async (who: Principal, followerId: string) =>
      who.permits.has('wxmp:wxmsg:index') && messages.seesFollower(scopeOf(who), followerId),
    onSignIn({ userId }: { userId: string }) {
      know(socket);
      const own = [...sockets].filter(({ line }) => line.who()?.userId === userId);
      for (const surplus of own.slice(0, -socketLimits.perUser)) surplus.line.end(closeCodes.surplus);
    },
    report,
  });

  const write = writerOf(wxMessage);
  const hearing = (tenantId: string, followerId: string) =>
    [...(listeners.get(followerId) ?? [])].filter((line) => line.who()?.tenantId === tenantId);
  async function relay(tenantId: string, messageIds: ReadonlySet<string>) {
    const messagesById = new Map((await messages.messages(tenantId, [...messageIds])).map((one) => [one.id, one]));
    for (const id of messageIds) {
      const message = messagesById.get(id);
      if (!message) continue;
      const body = write(message) ?? 'null';
      for (const line of hearing(tenantId, message.wxUserId)) line.message(message.wxUserId, id, body);
    }
  }
  // Messages that arrive during a read are read next, together, in publish order.
  const waiting = new Map<string, Set<string>>();
  let relaying = false;
  async function relayAll() {
    relaying = true;
    for (const [tenantId, messageIds] of waiting) {
      waiting.delete(tenantId);
      await relay(tenantId, messageIds).catch(report);
    }
    relaying = false;
  }
  bus.subscribe('message', ({ tenantId, userId: followerId, id }) => {
    if (followerId === null || id === null || hearing(tenantId, followerId).length === 0) return;
    const messageIds = waiting.get(tenantId) ?? new Set();
    messageIds.add(id);
    waiting.set(tenantId, messageIds);
    if (!relaying) void relayAll();
  });

  async function look(held: Held) {
    const who = held.line.who();
    if (who === null) return;
    const stand = await live.standOf(createHttpScope('stomp'), who);
    if (stand === null || stand.is === 'ended') held.line.end(closeCodes.refused);
    else if (stand.is === 'locked') held.line.end(closeCodes.locked);
    else if (stand.principal.fresh !== who.fresh) await held.line.changed(stand.principal);
  }
  async function lookAt(some: readonly Held[]) {
    for (const held of some)
      await look(held).catch((error: unknown) => {
        held.ws.terminate();
        report(error);
      });
  }
  bus.subscribe(
    'standing',
    ({ tenantId, userId, id }) =>
      void lookAt(
        [...sockets].filter(({ line }) => {
          const who = line.who();
          return (
            who?.tenantId === tenantId &&
            (userId === null || who.userId === userId) &&
            (id === null || who.sessionId === id)
          );
        }),
      ),
  );

  function listen(held: Held, inFrames: boolean) {
    const { ws, line } = held;
    ws.on('pong', () => (held.heardAt = Date.now()));
    ws.on('error', () => ws.terminate());
    ws.on('close', () => {
      sockets.delete(held);
      line.end();
    });
    ws.on('message', (data, binary) => {
      const now = Date.now();
      held.heardAt = now;
      held.frames = Math.max(0, held.frames - ((now - held.framesAt) / 1000) * socketLimits.framesPerSecond) + 1;
      held.framesAt = now;
      if (held.frames > socketLimits.framesBurst) return line.end(closeCodes.tooFast);
      const text = binary || !Buffer.isBuffer(data) ? null : data.toString('utf8');
      const texts = text === null ? null : inFrames ? textsIn(text) : [text];
      if (texts === null) return line.end(closeCodes.tooFast);
      for (const one of texts) line.receive(one);
      return undefined;
    });
    setTimeout(() => line.who() === null && line.end(closeCodes.refused), entryMs).unref();
  }

  const refuse = (socket: Duplex, status: string) => {
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  };
  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const url = new URL(request.url ?? '/', 'http://here');
    const inFrames = framed.test(url.pathname);
    if (!inFrames && !bare.test(url.pathname)) return refuse(socket, '404 Not Found');
    if (!(await isOwnPage(request))) return refuse(socket, '403 Forbidden');
    const address = request.socket.remoteAddress ?? '';
    const strangers = [...sockets].filter((held) => held.line.who() === null && held.address === address).length;
    if (strangers >= socketLimits.strangersPerAddress) return refuse(socket, '429 Too Many Requests');
    const ticket = url.searchParams.get('access_token');
    const stand = ticket === null ? null : await live.openWith(createHttpScope('stomp'), ticket, 'weixin');
    if (ticket !== null && stand?.is !== 'live') return refuse(socket, '401 Unauthorized');
    return server.handleUpgrade(request, socket, head, (ws) => {
      const push = (text: string) => {
        if (ws.bufferedAmount > socketLimits.unsentBytes) ws.close(closeCodes.tooSlow);
        else ws.send(text, { binary: false });
      };
      const carried = {
        send: (text: string) => push(inFrames ? `a${JSON.stringify([text])}` : text),
        close(code: number) {
          if (inFrames) push('c[3000,"Go away!"]');
          ws.close(code);
        },
      };
      const ticketPrincipal = stand?.is === 'live' ? stand.principal : null;
      const line: StompClient = openStompClient(
        carried,
        { ...lineDeps(request.socket), onSubscription: (id, isHeard) => hears(line, id, isHeard) },
        ticketPrincipal,
      );
      const now = Date.now();
      const held: Held = { ws, line, address, heardAt: now, frames: 0, framesAt: now };
      sockets.add(held);
      opened(request.socket);
      listen(held, inFrames);
      if (!inFrames) return;
      push('o');
      const beat = setInterval(() => push('h'), sockJsBeatMs);
      beat.unref();
      ws.on('close', () => clearInterval(beat));
    });
  }
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isStompPath(request.url)) return;
    socket.on('error', () => socket.destroy());
    upgrade(request, socket, head).catch((error: unknown) => {
      socket.destroy();
      report(error);
    });
  });
  // SockJS requests this path before it connects. WebSocket is the only transport.
  const config = { call: 'weixin.info', pattern: '/weixin/ws/info', upload: false };
  app.get('/weixin/ws/info', { config }, (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send({ websocket: true, origins: ['*:*'], cookie_needed: false, entropy: randomInt(2 ** 32) }),
  );

  const pinger = setInterval(() => {
    const now = Date.now();
    for (const { ws, line, heardAt } of sockets)
      if (now - heardAt > Math.max(socketLimits.deadMs, 3 * line.expects())) ws.terminate();
      else ws.ping();
  }, socketLimits.pingMs);
  pinger.unref();
  let looking = false;
  async function sweep() {
    const principals = [...sockets].flatMap((held) => held.line.who() ?? []);
    if (principals.length === 0) changedRights.take();
    if (looking || principals.length === 0) return;
    looking = true;
    try {
      const ids = [...new Set(principals.map(({ sessionId }) => sessionId))];
      const sooner = principals.flatMap(({ sessionId, mlps3 }) => (mlps3 ? sessionId : []));
      const stopped = new Set(await live.stoppedOf(createHttpScope('stomp'), ids, sooner));
      const isTold = changedRights.take();
      await lookAt(
        [...sockets].filter(({ line }) => {
          const who = line.who();
          return who !== null && (stopped.has(who.sessionId) || isTold(who));
        }),
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
    for (const { ws, line } of sockets) {
      line.end(closeCodes.going);
      ws.terminate();
    }
  });
}

export const isStompPath = (address: string | undefined): boolean => /^\/weixin\/ws(?:[/?]|$)/.test(address ?? '');
