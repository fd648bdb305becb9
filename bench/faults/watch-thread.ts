// Asks a server twice a second whether it lives and is ready, on a thread of its own: what keeps the load's thread busy is not the server's wait.
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** What one look found: milliseconds until /healthz answered, and what /readyz said. */
export interface Look {
  alive: number;
  ready: boolean;
}

const url = String(workerData);
const answered = async (path: string) => {
  try {
    return (await fetch(url + path, { signal: AbortSignal.timeout(30_000) })).status === 200;
  } catch {
    return false;
  }
};
for (;;) {
  const began = performance.now();
  const alive = (await answered('/healthz')) ? performance.now() - began : 30_000;
  const look: Look = { alive, ready: await answered('/readyz') };
  parentPort?.postMessage(look);
  await pause(500);
}
