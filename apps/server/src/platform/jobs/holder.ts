// What this process is at work on, shown by the locks of one connection: the database releases them when the process
// ends, however it ends.
import { connect, type Connection } from '../db/connection.ts';
import { lock, unlock } from './store.ts';

/** What this process is at work on, as every node sees it. */
export interface Holder {
  /** Shows that this process is at work on something; false when another process still is. */
  hold(id: string): Promise<boolean>;
  /** Lets go of something that is over. */
  letGo(id: string): Promise<void>;
  /** Asks something over the same connection, once all that this process is at work on is shown. */
  ask<T>(question: (client: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Line {
  client: Connection;
  /** Locks count: one that is taken twice must be let go twice, so none is. */
  locks: Set<string>;
}

/** Opens the connection when it is first needed, and again whenever it was lost. */
export function createHolder(url: string, silenceMs: number): Holder {
  const atWork = new Set<string>();
  let line: Line | null = null;
  // One after the other: what is let go while a new connection takes everything over must not stay locked there.
  let last: Promise<unknown> = Promise.resolve();

  async function open(): Promise<Line> {
    const opened: Line = { client: await connect(url, 'anlan jobs alive', silenceMs), locks: new Set() };
    opened.client.once('end', () => {
      if (line === opened) line = null;
    });
    return (line = opened);
  }

  async function turn<T>(work: (line: Line) => Promise<T>): Promise<T> {
    const own = line ?? (await open());
    try {
      for (const id of atWork) if (!own.locks.has(id) && (await lock(own.client, id))) own.locks.add(id);
      return await work(own);
    } catch (error) {
      // Nobody knows what this one still holds: the next one takes everything over.
      if (line === own) line = null;
      await own.client.end().catch(() => {});
      throw error;
    }
  }
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  }

  return {
    async hold(id) {
      atWork.add(id);
      try {
        const held = await inTurn(() => turn(async ({ locks }) => locks.has(id)));
        if (!held) atWork.delete(id);
        return held;
      } catch (error) {
        atWork.delete(id);
        throw error;
      }
    },
    letGo(id) {
      atWork.delete(id);
      return inTurn(async () => {
        if (line === null || !line.locks.has(id)) return;
        await turn(async ({ client, locks }) => {
          locks.delete(id);
          await unlock(client, id);
        });
      });
    },
    ask: (question) => inTurn(() => turn(({ client }) => question(client))),
    close: () => inTurn(async () => line?.client.end()),
  };
}
