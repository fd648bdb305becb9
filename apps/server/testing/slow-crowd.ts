// Slow senders and readers by the hundred (S67), who come again as soon as they are cut.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** How a connection is slow: it says nothing, drips headers, a body or empty lines, or reads nothing of what it asked for. */
export type Slowness = 'silent' | 'headers' | 'body' | 'idle' | 'reader';

/** Who comes, and from which address. */
export interface Crowd {
  port: number;
  from: string;
  /** Where the readers come from: what they ask for is counted, and the others ask too. */
  readersFrom: string;
  /** How long it takes from one drop to the next. */
  dripMs: number;
  members: Record<Slowness, number>;
}

/** What became of a crowd. */
export interface Found {
  /** Connections that were not let in. */
  refused: number;
  /** Connections that were cut, by their kind. */
  cut: Partial<Record<Slowness, number>>;
  /** How long the longest one was held, those that were called back among them. */
  longestMs: Partial<Record<Slowness, number>>;
}

/** Sends a crowd; `leave` calls it back and answers what became of it. */
export function sendSlowCrowd(crowd: Crowd) {
  const thread = new Worker(new URL('./slow-crowd-thread.ts', import.meta.url), { workerData: crowd });
  const told = once(thread, 'message');
  return {
    async leave(): Promise<Found> {
      thread.postMessage('leave');
      const [found] = await told;
      await thread.terminate();
      return found;
    },
  };
}
