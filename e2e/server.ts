import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { testMasterKey } from '../apps/server/testing/cluster.ts';

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Starts the server in a child process on an existing database; resolves when it is ready. */
export async function startServer(
  databaseUrl: string,
  dataDir: string,
  port: number,
  more: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['src/main.ts'], {
    cwd: join(import.meta.dirname, '../apps/server'),
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      VAULT_MASTER_KEY: testMasterKey,
      PORT: String(port),
      CAPTCHA: 'off',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
      SIMULATOR_PORT: 'off',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!server.stdout) throw new Error('the server says nothing');
  for await (const line of createInterface(server.stdout))
    if (line.startsWith('ready ')) {
      server.stdout.resume();
      return server;
    }
  throw new Error('the server did not get ready');
}

export async function killServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
}
