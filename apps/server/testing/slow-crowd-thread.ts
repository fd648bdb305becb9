// Runs the slow clients in a thread, so that they do not block the server under test.
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Crowd, Found, Slowness } from './slow-crowd.ts';

const { port, from, readersFrom, dripMs, members }: Crowd = workerData;
const results: Found = { refused: 0, cut: {}, longestMs: {} };
let over = false;

const head = (line: string) => `${line} HTTP/1.1\r\nhost: localhost\r\n`;
const first: Record<Slowness, string> = {
  silent: '',
  headers: head('GET /config.json'),
  body: `${head('POST /bus/enterprise/entApply/check')}content-type: application/json\r\ncontent-length: 100000\r\n\r\n{`,
  idle: `${head('GET /healthz')}\r\n`,
  // Sends more than the kernel buffers of both ends can hold.
  reader: `${head('GET /openapi.json')}\r\n`.repeat(100),
};
const drop: Record<Slowness, string> = { silent: '', headers: 'x-a: 1\r\n', body: ' ', idle: '\r\n', reader: '\r\n' };

function hold(kind: Slowness): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: kind === 'reader' ? readersFrom : from });
    let since: number | null = null;
    const drip = setInterval(() => {
      if (over) socket.destroy();
      else if (since !== null && drop[kind] !== '') socket.write(drop[kind]);
    }, dripMs);
    socket.on('error', () => {});
    socket.on('connect', () => {
      since = performance.now();
      if (first[kind] !== '') socket.write(first[kind]);
      if (kind === 'reader') socket.pause();
      else socket.resume();
    });
    socket.on('close', () => {
      clearInterval(drip);
      const lifecycle = since === null ? 0 : performance.now() - since;
      // A connection beyond the limit per address is closed at once, so only longer connections count as admitted.
      const letIn = since !== null && lifecycle > 100;
      if (letIn && !over) results.cut[kind] = (results.cut[kind] ?? 0) + 1;
      results.longestMs[kind] = Math.max(results.longestMs[kind] ?? 0, Math.round(lifecycle));
      done(letIn);
    });
  });
}

async function keep(kind: Slowness) {
  while (!over) {
    if (await hold(kind)) continue;
    if (!over) results.refused += 1;
    await pause(100);
  }
}

parentPort?.once('message', () => (over = true));
const kinds = Object.keys(first) as Slowness[];
await Promise.all(kinds.flatMap((kind) => Array.from({ length: members[kind] }, () => keep(kind))));
parentPort?.postMessage(results);
