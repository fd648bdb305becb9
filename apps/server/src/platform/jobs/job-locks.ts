// Each running job has an advisory lock on one connection of this process. When the process ends, the database releases
// the locks.
import { connect, type Connection } from '../db/connection.ts';
import { lock, unlock } from './store.ts';

export interface Holder {
  /** Takes the lock of a job. Returns false when another process still runs the job. */
  hold(id: string): Promise<boolean>;
  release(id: string): Promise<void>;
  /** Runs a query on the same connection, after all running jobs are locked. */
  ask<T>(question: (client: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface HolderConnection {
  client: Connection;
  /** Ids locked on this connection. PostgreSQL counts repeated locks, so the set prevents locking an id twice. */
  locks: Set<string>;
}

export function createHolder(url: string, silenceMs: number): Holder {
  const runningIds = new Set<string>();
  let line: HolderConnection | null = null;
  // Lock calls run one after the other. Otherwise a job that ends during a reconnect could stay locked on the new
  // connection.
  let last: Promise<unknown> = Promise.resolve();

  async function open(): Promise<HolderConnection> {
    const opened: HolderConnection = { client: await connect(url, 'anlan jobs alive', silenceMs), locks: new Set() };
    opened.client.once('end', () => {
      if (line === opened) line = null;
    });
    return (line = opened);
  }

  async function withHeldLocks<T>(work: (line: HolderConnection) => Promise<T>): Promise<T> {
    const own = line ?? (await open());
    try {
      for (const id of runningIds) if (!own.locks.has(id) && (await lock(own.client, id))) own.locks.add(id);
      return await work(own);
    } catch (error) {
      // The state of this connection is unknown, so the next connection takes all locks.
      if (line === own) line = null;
      await own.client.end().catch(() => {});
      throw error;
    }
  }
  function serialise<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  }

  return {
    async hold(id) {
      runningIds.add(id);
      try {
        const held = await serialise(() => withHeldLocks(async ({ locks }) => locks.has(id)));
        if (!held) runningIds.delete(id);
        return held;
      } catch (error) {
        runningIds.delete(id);
        throw error;
      }
    },
    release(id) {
      runningIds.delete(id);
      return serialise(async () => {
        if (line === null || !line.locks.has(id)) return;
        await withHeldLocks(async ({ client, locks }) => {
          locks.delete(id);
          await unlock(client, id);
        });
      });
    },
    ask: (question) => serialise(() => withHeldLocks(({ client }) => question(client))),
    close: () => serialise(async () => line?.client.end()),
  };
}
