// What the database tells of changes to what standings are read from (decision 0077): triggers tell at the commit. That
// nothing was missed is shown by words of this node's own, which come in the order of the commits.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '#kernel/clock.ts';
import { systemScope } from '#kernel/scope.ts';
import { connect, type Connection } from './connection.ts';
import type { Db } from './index.ts';

/** Changes as a node hears them. */
export interface Changes {
  /** Hears whose each change is: the number of a tenant, alone or with the id of somebody or something of it. */
  subscribe(hear: (whose: string) => void): void;
  /** The unbroken line on which changes are heard at this moment, or null. */
  line(): object | null;
  /** Up to which moment of the clock, in milliseconds, all that was committed has been heard; asking keeps it going. */
  heardTo(): number;
  close(): Promise<void>;
}

const channel = 'anlan_standing';
const wordMs = 500;
/** Nobody asks for so long, and no words are sent. */
const unaskedMs = 10_000;
/** A word that has not come for so long will not: the line is dead, or a pooler forwards nothing. */
const lostMs = 5_000;
const silenceMs = 3_000;
const retryMs = 1_000;
const longestRetryMs = 60_000;

/** Hears on a connection of its own, and opens it again whenever it was lost. */
export function hearChanges({ db, clock, sessionUrl }: { db: Db; clock: Clock; sessionUrl: string }): Changes {
  const own = `word ${randomUUID()} `;
  const stopping = new AbortController();
  const { signal } = stopping;
  const hearers: ((whose: string) => void)[] = [];
  let line: { heardTo: number } | null = null;
  let askedAt = -Infinity;
  const wait = (ms: number) => pause(ms, null, { signal, ref: false }).catch(() => {});
  const say = (word: string) =>
    db.scoped(systemScope('changes', '0'), (tx) => sql`select pg_notify(${channel}, ${word})`.execute(tx.kysely));

  /** Hears until the connection is lost; answers whether words came. */
  async function hear(client: Connection): Promise<boolean> {
    const here = { heardTo: 0 };
    const sent = new Map<string, { clockMs: number; at: number }>();
    let [said, isOver, isProven] = [0, false, false];
    client.once('end', () => {
      isOver = true;
      if (line === here) line = null;
    });
    client.on('notification', ({ payload = '' }) => {
      if (!payload.startsWith('word ')) for (const one of hearers) one(payload);
      const word = sent.get(payload);
      if (word === undefined) return;
      sent.delete(payload);
      isProven = true;
      here.heardTo = word.clockMs;
    });
    await client.query(`listen ${channel}`);
    if (!isOver) line = here;
    while (!isOver && !signal.aborted) {
      const now = performance.now();
      if ([...sent.values()].some(({ at }) => now - at > lostMs)) break;
      if (now - askedAt < unaskedMs) {
        const word = `${own}${(said += 1)}`;
        sent.set(word, { clockMs: clock.now().getTime(), at: now });
        // Not sent is not heard, and nothing is believed that was not.
        await say(word).catch(() => sent.delete(word));
      }
      await wait(wordMs);
    }
    if (line === here) line = null;
    return isProven;
  }

  async function stay() {
    for (let waitMs = retryMs; !signal.aborted;) {
      const client = await connect(sessionUrl, 'anlan changes', silenceMs).catch(() => null);
      const isProven = client !== null && (await hear(client).catch(() => false));
      await client?.end().catch(() => {});
      waitMs = isProven ? retryMs : Math.min(2 * waitMs, longestRetryMs);
      await wait(waitMs);
    }
  }
  const staying = stay();

  return {
    subscribe: (one) => void hearers.push(one),
    line: () => line,
    heardTo() {
      askedAt = performance.now();
      return line?.heardTo ?? 0;
    },
    async close() {
      stopping.abort();
      await staying;
    },
  };
}
