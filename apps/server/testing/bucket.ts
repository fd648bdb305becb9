// An S3 bucket for tests, which can simulate an outage.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Place } from '#platform/files/index.ts';

export async function openBucket() {
  const directory = mkdtempSync(join(tmpdir(), 'anlan-bucket-'));
  const store = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'anlan' }] });
  await store.configureBuckets();
  const answer = store.callback();
  let failing = 0;
  let broken = false;
  let requestCount = 0;
  const server = createServer((request, response) => {
    requestCount += 1;
    if (broken) return void request.socket.destroy();
    if (failing === 0) return void answer(request, response);
    failing -= 1;
    request.resume();
    response.writeHead(503, { 'content-type': 'application/xml' }).end('<Error><Code>SlowDown</Code></Error>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const place: S3Place = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'anlan',
    accessKey: 'S3RVER',
    secretKey: 'S3RVER',
    pathStyle: true,
  };
  return {
    place,
    directory,
    /** Answers the next `times` requests with 503. */
    fail: (times: number) => (failing = times),
    cut: (on: boolean) => (broken = on),
    asked: () => requestCount,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
