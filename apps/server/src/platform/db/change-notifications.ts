// Receives change notifications for the principal cache (decision 0077). Triggers send them at commit. The node also
// sends test messages on the same channel. PostgreSQL delivers in commit order, so a received test message proves
// that every earlier notification arrived.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '#kernel/clock.ts';
import { systemScope } from '#kernel/scope.ts';
import { connect, type Connection } from './connection.ts';
import type { Db } from './index.ts';

export interface Changes {
  /** Registers a handler. The handler gets the owner of each change: a tenant number, or a tenant number with an id. */
  subscribe(listenUntilLost: (whose: string) => void): void;
  line(): object | null;
  /**
   * Time in milliseconds up to which all notifications of commits have arrived. Each call lets the test messages
   * continue.
   */
  receivedUntil(): number;
  close(): Promise<void>;
}

const channel = 'anlan_standing';
const pingIntervalMs = 500;
/** Milliseconds after the last call of `receivedUntil` in which test messages are still sent. */
const unusedMs = 10_000;
/**
 * Milliseconds until a missing test message counts as lost: then the connection is dead, or a pooler forwards no
 * notifications.
 */
const lostMs = 5_000;
const silenceMs = 3_000;
const retryMs = 1_000;
const longestRetryMs = 60_000;

/** Listens for change notifications on its own connection and reconnects after each loss. */
export function subscribeToChanges({ db, clock, sessionUrl }: { db: Db; clock: Clock; sessionUrl: string }): Changes {
  const own = `word ${randomUUID()} `;
  const stopping = new AbortController();
  const { signal } = stopping;
  const subscribers: ((whose: string) => void)[] = [];
  let line: { receivedUntil: number } | null = null;
  let askedAt = -Infinity;
  const wait = (ms: number) => pause(ms, null, { signal, ref: false }).catch(() => {});
  const notify = (word: string) =>
    db.scoped(systemScope('changes', '0'), (tx) => sql`select pg_notify(${channel}, ${word})`.execute(tx.kysely));

  /** Listens until the connection is lost. Returns whether messages had arrived. */
  async function listenUntilLost(client: Connection): Promise<boolean> {
    const here = { receivedUntil: 0 };
    const sent = new Map<string, { clockMs: number; at: number }>();
    let [sequence, isOver, isProven] = [0, false, false];
    client.once('end', () => {
      isOver = true;
      if (line === here) line = null;
    });
    client.on('notification', ({ payload = '' }) => {
      if (!payload.startsWith('word ')) for (const one of subscribers) one(payload);
      const word = sent.get(payload);
      if (word === undefined) return;
      sent.delete(payload);
      isProven = true;
      here.receivedUntil = word.clockMs;
    });
    await client.query(`listen ${channel}`);
    if (!isOver) line = here;
    while (!isOver && !signal.aborted) {
      const now = performance.now();
      if ([...sent.values()].some(({ at }) => now - at > lostMs)) break;
      if (now - askedAt < unusedMs) {
        const word = `${own}${(sequence += 1)}`;
        sent.set(word, { clockMs: clock.now().getTime(), at: now });
        // A test message that was not sent cannot arrive, so it is not expected.
        await notify(word).catch(() => sent.delete(word));
      }
      await wait(pingIntervalMs);
    }
    if (line === here) line = null;
    return isProven;
  }

  async function keepListening() {
    for (let waitMs = retryMs; !signal.aborted;) {
      const client = await connect(sessionUrl, 'anlan changes', silenceMs).catch(() => null);
      const isProven = client !== null && (await listenUntilLost(client).catch(() => false));
      await client?.end().catch(() => {});
      waitMs = isProven ? retryMs : Math.min(2 * waitMs, longestRetryMs);
      await wait(waitMs);
    }
  }
  const staying = keepListening();

  return {
    subscribe: (one) => void subscribers.push(one),
    line: () => line,
    receivedUntil() {
      askedAt = performance.now();
      return line?.receivedUntil ?? 0;
    },
    async close() {
      stopping.abort();
      await staying;
    },
  };
}
