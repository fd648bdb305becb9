// The channel of followers' messages (contracts §3): STOMP over WebSocket, bare or in the frames of SockJS.
import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Scope } from '#kernel/scope.ts';
import type { Principal } from '#modules/session/index.ts';
import { wxMessage, type WxMessage } from '@anlan/contract/modules/wx-message/views';
import { writerOf } from '../write.ts';
import { closings, socketLimits } from './frames.ts';
import { ownPages } from './own-page.ts';
import type { SocketDeps } from './sockets.ts';
import { openLine, type Line } from './stomp-line.ts';
import { gatherChanges } from './gather-changes.ts';

/** What the channel depends on beside what every socket does. */
export interface StompDeps extends SocketDeps {
  messages: {
    messages(tenantId: string, ids: readonly string[]): Promise<WxMessage[]>;
    seesFollower(scope: Scope, id: string): Promise<boolean>;
  };
  /** What somebody sees at this moment. */
  scopeOf(who: Principal): Scope;
}

interface Held {
  ws: WebSocket;
  line: Line;
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

/** Texts in what a SockJS client sent; null where it is none of its frames. */
function textsIn(data: string): string[] | null {
  try {
    const read: unknown = JSON.parse(data);
    const texts: unknown[] = Array.isArray(read) ? read : [read];
    return texts.every((one): one is string => typeof one === 'string') ? texts : null;
  } catch {
    return null;
  }
}

/** Opens the channel. */
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
  const told = gatherChanges(deps.changes);
  // By follower: a message is not offered to thousands who do not hear it.
  const listeners = new Map<string, Set<Line>>();
  function hears(line: Line, followerId: string, isHeard: boolean) {
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
    mayHear: async (who: Principal, followerId: string) =>
      who.permits.has('wxmp:wxmsg:index') && messages.seesFollower(scopeOf(who), followerId),
    entered({ userId }: { userId: string }) {
      know(socket);
      const own = [...sockets].filter(({ line }) => line.who()?.userId === userId);
      for (const surplus of own.slice(0, -socketLimits.perUser)) surplus.line.end(closings.surplus);
    },
    report,
  });

  const write = writerOf(wxMessage);
  const hearing = (tenantId: string, followerId: string) =>
    [...(listeners.get(followerId) ?? [])].filter((line) => line.who()?.tenantId === tenantId);
  async function relay(tenantId: string, told: ReadonlySet<string>) {
    const found = new Map((await messages.messages(tenantId, [...told])).map((one) => [one.id, one]));
    for (const id of told) {
      const message = found.get(id);
      if (!message) continue;
      const body = write(message) ?? 'null';
      for (const line of hearing(tenantId, message.wxUserId)) line.message(message.wxUserId, id, body);
    }
  }
  // What is told while others are read is read next, together, in the order in which it was told.
  const waiting = new Map<string, Set<string>>();
  let relaying = false;
  async function relayAll() {
    relaying = true;
    for (const [tenantId, told] of waiting) {
      waiting.delete(tenantId);
      await relay(tenantId, told).catch(report);
    }
    relaying = false;
  }
  bus.subscribe('message', ({ tenantId, userId: followerId, id }) => {
    if (followerId === null || id === null || hearing(tenantId, followerId).length === 0) return;
    const told = waiting.get(tenantId) ?? new Set();
    told.add(id);
    waiting.set(tenantId, told);
    if (!relaying) void relayAll();
  });

  async function look(held: Held) {
    const who = held.line.who();
    if (who === null) return;
    const stand = await live.standOf(createHttpScope('stomp'), who);
    if (stand === null || stand.is === 'ended') held.line.end(closings.refused);
    else if (stand.is === 'locked') held.line.end(closings.locked);
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
      if (held.frames > socketLimits.framesBurst) return line.end(closings.tooFast);
      const text = binary || !Buffer.isBuffer(data) ? null : data.toString('utf8');
      const texts = text === null ? null : inFrames ? textsIn(text) : [text];
      if (texts === null) return line.end(closings.tooFast);
      for (const one of texts) line.hear(one);
      return undefined;
    });
    setTimeout(() => line.who() === null && line.end(closings.refused), entryMs).unref();
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
        if (ws.bufferedAmount > socketLimits.unsentBytes) ws.close(closings.tooSlow);
        else ws.send(text, { binary: false });
      };
      const carried = {
        send: (text: string) => push(inFrames ? `a${JSON.stringify([text])}` : text),
        close(code: number) {
          if (inFrames) push('c[3000,"Go away!"]');
          ws.close(code);
        },
      };
      const known = stand?.is === 'live' ? stand.principal : null;
      const line: Line = openLine(
        carried,
        { ...lineDeps(request.socket), hears: (id, isHeard) => hears(line, id, isHeard) },
        known,
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
  // What SockJS asks before it opens anything; other carriers than WebSocket are not offered.
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
    const known = [...sockets].flatMap((held) => held.line.who() ?? []);
    if (known.length === 0) told.take();
    if (looking || known.length === 0) return;
    looking = true;
    try {
      const ids = [...new Set(known.map(({ sessionId }) => sessionId))];
      const sooner = known.flatMap(({ sessionId, mlps3 }) => (mlps3 ? sessionId : []));
      const stopped = new Set(await live.stoppedOf(createHttpScope('stomp'), ids, sooner));
      const isTold = told.take();
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
      line.end(closings.going);
      ws.terminate();
    }
  });
}

/** Whether an address belongs to this channel. */
export const isStompPath = (address: string | undefined): boolean => /^\/weixin\/ws(?:[/?]|$)/.test(address ?? '');
