// Hundreds of clients that send or read slowly (S67). Each one reconnects when the server closes its connection.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * How a client is slow: sends nothing; sends headers, a body or empty lines byte by byte; or does not read the answer.
 */
export type Slowness = 'silent' | 'headers' | 'body' | 'idle' | 'reader';

export interface Crowd {
  port: number;
  from: string;
  /**
   * IP address of the clients that do not read. They need a separate address, because requests are rate-limited by
   * address.
   */
  readersFrom: string;
  dripMs: number;
  members: Record<Slowness, number>;
}

export interface Found {
  refused: number;
  cut: Partial<Record<Slowness, number>>;
  /** Longest life of a connection by kind, including connections that `leave` closed. */
  longestMs: Partial<Record<Slowness, number>>;
}

export function sendSlowCrowd(crowd: Crowd) {
  const thread = new Worker(new URL('./slow-crowd-thread.ts', import.meta.url), { workerData: crowd });
  const resultMessage = once(thread, 'message');
  return {
    async leave(): Promise<Found> {
      thread.postMessage('leave');
      const [results] = await resultMessage;
      await thread.terminate();
      return results;
    },
  };
}
