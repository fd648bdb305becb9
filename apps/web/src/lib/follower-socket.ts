import { Client, ReconnectionTimeMode, type StompSubscription } from '@stomp/stompjs';
import { freshTokens } from './token-renewal.ts';
import { onSignal } from './app-events.ts';

/** Interval in milliseconds of a keep-alive frame without a body, which the specification requires (CN-02). */
const keepAliveMs = 5_000;
const longestWaitMs = 60_000;
const beatMs = 10_000;

interface Watcher {
  /** Called with each message of the follower, as JSON text. */
  onMessage: (text: string) => void;
  /** Called when the connection is open again: messages sent meanwhile must be fetched. */
  onReconnect: () => void;
  onStatus: (stands: boolean) => void;
}

/**
 * Subscribes to the messages of one WeChat follower over /weixin/ws (ST-11, CA-11). Uses a socket of its own with
 * STOMP; reconnects with backoff. Returns a stop function.
 */
export function watchFollower(
  wxUserId: string,
  { onMessage: hear, onReconnect: behind, onStatus: standing }: Watcher,
): () => void {
  const { protocol, host } = location;
  let timer: ReturnType<typeof setInterval> | undefined;
  let subscription: StompSubscription | undefined;
  const client = new Client({
    brokerURL: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/weixin/ws`,
    reconnectDelay: 1_000,
    maxReconnectDelay: longestWaitMs,
    reconnectTimeMode: ReconnectionTimeMode.EXPONENTIAL,
    heartbeatIncoming: beatMs,
    heartbeatOutgoing: beatMs,
    beforeConnect: async (self) => {
      const held = await freshTokens();
      // No tokens means that the user has signed out, so the connection is not opened again.
      if (held === null) void self.deactivate();
      else self.connectHeaders = { Authorization: `Bearer ${held.access}` };
    },
    onConnect: () => {
      // Messages sent before the server has registered the subscription are lost. The receipt confirms the
      // registration.
      client.watchForReceipt('heard', () => {
        standing(true);
        behind();
      });
      subscription = client.subscribe(`/weixin/wx_msg${wxUserId}`, ({ body }) => hear(body), { receipt: 'heard' });
      clearInterval(timer);
      timer = setInterval(() => client.connected && client.publish({ destination: 'test' }), keepAliveMs);
    },
    onWebSocketClose: () => {
      clearInterval(timer);
      standing(false);
    },
  });
  client.activate();
  const stopEnded = onSignal('ended', () => void client.deactivate());
  return () => {
    stopEnded();
    clearInterval(timer);
    subscription?.unsubscribe();
    void client.deactivate();
  };
}
