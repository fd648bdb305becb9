import { Client, ReconnectionTimeMode, type StompSubscription } from '@stomp/stompjs';
import { freshTokens } from './renewal.ts';
import { onSignal } from './signals.ts';

/** A keep-alive without a body, as the specification has it (CN-02). */
const keepAliveMs = 5_000;
const longestWaitMs = 60_000;
const beatMs = 10_000;

/** What somebody who watches a follower is told. */
interface Watcher {
  /** A message of this follower, as JSON. */
  hear: (text: string) => void;
  /** The line stands: what was said before it did, or since it was lost, has to be fetched. */
  behind: () => void;
  /** Whether the line stands. */
  standing: (stands: boolean) => void;
}

/**
 * Watches the messages of one follower over /weixin/ws (ST-11, CA-11): STOMP over a socket of its own that is opened
 * again after every loss, later each time. The answer stops it.
 */
export function watchFollower(wxUserId: string, { hear, behind, standing }: Watcher): () => void {
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
      // Nobody is signed in any more: the line is not opened again.
      if (held === null) void self.deactivate();
      else self.connectHeaders = { Authorization: `Bearer ${held.access}` };
    },
    onConnect: () => {
      // What is said before the server has written the subscription down is not heard: that it has, its receipt says.
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
