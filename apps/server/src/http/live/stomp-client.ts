// One STOMP client of the follower message channel. This file handles frames and does not depend on the transport.
import { newId } from '#kernel/ids.ts';
import type { Principal } from '#modules/session/index.ts';
import {
  frameText,
  framesIn,
  heartBeats,
  StompRefused,
  versionOf,
  type StompFrame,
  type StompVersion,
} from './stomp.ts';

export interface Transport {
  send(text: string): void;
  close(code: number): void;
}
export interface LineDeps {
  /** Principal of a bearer token or ticket; null when invalid. */
  enter(credential: { token?: string; ticket?: string }): Promise<Principal | null>;
  maySubscribe(who: Principal, followerId: string): Promise<boolean>;
  onSignIn(who: Principal): void;
  onSubscription(followerId: string, isHeard: boolean): void;
  report(error: unknown): void;
}

const mostSubscriptions = 50;
const destination = /^\/weixin\/wx_msg([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;
const beats = { sends: 10_000, wants: 10_000 };
const mostPending = 64 * 1024;

/** Opens a STOMP connection. `ticketPrincipal`: the user of the ticket in the address, or null. */
export function openStompClient(carried: Transport, deps: LineDeps, ticketPrincipal: Principal | null) {
  let version: StompVersion = '1.0';
  let who: Principal | null = null;
  let pending = '';
  let ended = false;
  let expects = 0;
  let beating: NodeJS.Timeout | undefined;
  const subscriptions = new Map<string, { followerId: string; address: string }>();
  const followed = (followerId: string) => [...subscriptions.values()].some((one) => one.followerId === followerId);
  function listen(id: string, one: { followerId: string; address: string }) {
    leave(id);
    subscriptions.set(id, one);
    deps.onSubscription(one.followerId, true);
  }
  function leave(id: string) {
    const one = subscriptions.get(id);
    subscriptions.delete(id);
    if (one && !followed(one.followerId)) deps.onSubscription(one.followerId, false);
  }

  const say = (command: string, headers: Record<string, string | undefined>, body = '') =>
    carried.send(frameText(command, headers, body, version));
  function end(code = 1000) {
    if (ended) return;
    ended = true;
    clearInterval(beating);
    for (const id of subscriptions.keys()) leave(id);
    carried.close(code);
  }
  function refuse(message: string, frame?: StompFrame) {
    if (ended) return;
    say('ERROR', { message, 'receipt-id': frame?.headers['receipt'], 'content-type': 'text/plain' }, message);
    end(1008);
  }

  async function connect(frame: StompFrame) {
    const { headers } = frame;
    const agreed = versionOf(headers['accept-version']);
    if (who !== null || agreed === null) return refuse('Supported protocol versions are 1.0, 1.1, 1.2', frame);
    const bearer = /^Bearer (\S{20,256})$/i.exec(headers['Authorization'] ?? headers['authorization'] ?? '')?.[1];
    const token = bearer ?? headers['access_token'];
    const { ticket } = headers;
    const principal =
      ticketPrincipal ?? (token || ticket ? await deps.enter(token ? { token } : { ticket: ticket ?? '' }) : null);
    if (ended) return undefined;
    if (principal === null) return refuse('登录过期', frame);
    if (!principal.permits.has('wxmp:wxmsg:index')) return refuse('当前操作没有权限', frame);
    version = agreed;
    who = principal;
    const { send, expect } = heartBeats(headers['heart-beat'], beats);
    expects = expect;
    say('CONNECTED', {
      version,
      'heart-beat':
        version === '1.0' && headers['heart-beat'] === undefined ? undefined : `${beats.sends},${beats.wants}`,
      session: newId(),
      server: 'anlan',
    });
    if (send > 0) {
      beating = setInterval(() => carried.send('\n'), send);
      beating.unref();
    }
    deps.onSignIn(principal);
    return undefined;
  }

  async function subscribe(frame: StompFrame) {
    const address = frame.headers['destination'] ?? '';
    const id = frame.headers['id'] ?? (version === '1.0' ? address : '');
    const followerId = destination.exec(address)?.[1];
    if (id === '' || followerId === undefined || who === null) return refuse('没有这个订阅地址', frame);
    if (subscriptions.size >= mostSubscriptions) return refuse('订阅过多', frame);
    if (!(await deps.maySubscribe(who, followerId))) return refuse('当前操作没有权限', frame);
    if (!ended) listen(id, { followerId, address });
    return undefined;
  }

  async function take(frame: StompFrame) {
    const { command, headers } = frame;
    if (command === 'CONNECT' || command === 'STOMP') return connect(frame);
    if (who === null) return refuse('请先登录', frame);
    switch (command) {
      case 'SUBSCRIBE':
        await subscribe(frame);
        break;
      case 'UNSUBSCRIBE':
        leave(headers['id'] ?? headers['destination'] ?? '');
        break;
      case 'SEND':
        // Old clients send to /test as a keep-alive. Clients may publish to no other address.
        if (!/^\/?test$/.test(headers['destination'] ?? '')) return refuse('不能向这个地址发送', frame);
        break;
      case 'ACK':
      case 'NACK':
      case 'BEGIN':
      case 'COMMIT':
      case 'ABORT':
      case 'DISCONNECT':
        break;
      default:
        return refuse('没有这个命令', frame);
    }
    if (headers['receipt'] !== undefined && !ended) say('RECEIPT', { 'receipt-id': headers['receipt'] });
    if (command === 'DISCONNECT') end();
    return undefined;
  }

  // Promise chain that handles frames in order of arrival: later frames wait for the permission check of a SUBSCRIBE.
  let work = Promise.resolve();
  return {
    receive(text: string) {
      if (ended) return;
      pending += text;
      if (pending.length > mostPending) return refuse('内容过长');
      let frames: StompFrame[];
      try {
        // CONNECT fixes the protocol version before any other frame is parsed.
        ({ frames, rest: pending } = framesIn(pending, version));
      } catch (error) {
        if (error instanceof StompRefused) return refuse('内容不是 STOMP');
        throw error;
      }
      for (const frame of frames)
        work = work
          .then(() => (ended ? undefined : take(frame)))
          .catch((error: unknown) => {
            deps.report(error);
            refuse('系统未知错误,请反馈给管理员');
          });
    },
    message(followerId: string, id: string, body: string) {
      for (const [subscription, one] of subscriptions)
        if (one.followerId === followerId)
          say(
            'MESSAGE',
            {
              subscription: version === '1.0' && subscription === one.address ? undefined : subscription,
              'message-id': `${id}-${newId().slice(-6)}`,
              destination: one.address,
              'content-type': 'application/json;charset=UTF-8',
            },
            body,
          );
    },
    who: () => who,
    /** Called after a change of rights or enterprise: ends subscriptions that the user may no longer see. */
    async changed(principal: Principal) {
      who = principal;
      if (!principal.permits.has('wxmp:wxmsg:index')) return refuse('当前操作没有权限');
      const seen = new Map<string, boolean>();
      for (const { followerId } of subscriptions.values())
        if (!seen.has(followerId)) seen.set(followerId, await deps.maySubscribe(principal, followerId));
      for (const [id, { followerId }] of subscriptions) if (seen.get(followerId) !== true) leave(id);
      return undefined;
    },
    /**
     * Milliseconds without data after which the client counts as disconnected; 0 when the client sends no
     * heart-beats.
     */
    expects: () => expects,
    refuse,
    end,
  };
}
export type StompClient = ReturnType<typeof openStompClient>;
