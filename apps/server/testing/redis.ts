// Starts Debian's Redis (installed by tools/redis.mjs) for one test file, on its own port.
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { Redis } from 'ioredis';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function answers(url: string) {
  for (let tries = 0; tries < 200; tries++) {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => {});
    try {
      await client.connect();
      return;
    } catch {
      await new Promise((done) => setTimeout(done, 50));
    } finally {
      client.disconnect();
    }
  }
  throw new Error('redis-server does not answer; is it installed? (npm test installs it)');
}

/** A Redis without persistence; `kill` simulates a crash, `start` restarts it empty on the same port. */
export async function openTestRedis() {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  async function start() {
    child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
      stdio: 'ignore',
    });
    child.on('error', () => {});
    await answers(url);
  }
  async function kill() {
    const living = child;
    child = undefined;
    if (!living || living.exitCode !== null) return;
    living.kill('SIGKILL');
    await once(living, 'exit');
  }
  await start();
  return { url, start, kill };
}
