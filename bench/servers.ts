// Starts servers as separate processes, and sends requests of a signed-in person.
import { fork, type ChildProcess } from 'node:child_process';
import { createCipheriv } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { demoPassword } from '../apps/server/src/modules/user/seed.ts';
import { readSecrets } from '../apps/server/src/platform/secrets/index.ts';
import { serverEnv, serverFlags } from '../tools/bootstrap.mjs';
import { processorOf } from './measure.ts';
import { openPlace, type Enterprises, type Place } from './database.ts';

export interface Server {
  url: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a file of this folder as a process and waits for the address that the process sends. */
export async function serve(
  file: string,
  args: readonly string[] = [],
  { flags = [], env = {} }: { flags?: readonly string[]; env?: Record<string, string> } = {},
): Promise<Server> {
  const child = fork(join(import.meta.dirname, file), [...args], {
    execArgv: [...flags],
    env: { ...process.env, ...env },
    // The server writes its log as in production; the output is discarded.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [url] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${file} ended with ${code} before it listened`);
    }),
  ]);
  return {
    url: String(url),
    process: child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill();
      await exit;
    },
  };
}

/** Starts our server; `config` adds to the configuration, which has no rate limit. */
export const serveApp = (place: Place, config: Readonly<Record<string, string>> = {}) =>
  serve('serve-app.ts', [place.appUrl, place.dataDir, JSON.stringify(config)], { flags: serverFlags, env: serverEnv });

/** The bare reference on the same database. */
export const serveBare = (place: Place) => serve('serve-bare.ts', [place.superuserUrl]);

/** Runs a bench with our server on a database, and stops both. */
export async function withServer<T>(
  { database, enterprises, config }: { database: string; enterprises: Enterprises; config?: Record<string, string> },
  work: (place: Place, app: Server) => Promise<T>,
): Promise<T> {
  const place = await openPlace(database, enterprises);
  try {
    const app = await serveApp(place, config);
    return await work(place, app).finally(() => app.stop());
  } finally {
    await place.stop();
  }
}

/** Processor milliseconds so far of a server and its database together. */
export const processorOfBoth = (place: Place, app: Server) =>
  processorOf(app.process.pid ?? 0) + processorOf(place.pid());

/** Returns the access token of a demo account. */
export async function signIn(
  app: Pick<Server, 'url'>,
  place: Pick<Place, 'dataDir'>,
  tenantId: string,
  username: string,
) {
  const { clientId, clientSecret, passwordKey } = readSecrets(place.dataDir);
  const key = Buffer.from(passwordKey);
  const bytes = Buffer.from(demoPassword);
  const padded = Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)]);
  const cipher = createCipheriv('aes-128-cbc', key, key).setAutoPadding(false);
  const password = Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64');
  const query = new URLSearchParams({ username, password, grant_type: 'password', scope: 'server', tenantId });
  const response = await fetch(`${app.url}/auth/pwd/token?${query}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
  });
  const body = await response.json();
  if (!response.ok) throw new Error(`sign-in of ${username}: ${response.status} ${JSON.stringify(body)}`);
  return String(body.access_token);
}

async function request(url: string, init: RequestInit, token?: string) {
  const headers = new Headers(init.headers);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(url, { ...init, headers });
  const body = await response.json();
  if (!response.ok || body.code !== 0)
    throw new Error(`${url}: ${response.status} ${JSON.stringify(body).slice(0, 300)}`);
  return body.data;
}

/** Sends a GET request; throws unless it succeeds. */
export const ask = (url: string, token?: string) => request(url, {}, token);

/** Sends a form or a body; throws unless it succeeds. */
export function send(url: string, token: string, body: FormData | object) {
  if (body instanceof FormData) return request(url, { method: 'POST', body }, token);
  const headers = { 'content-type': 'application/json' };
  return request(url, { method: 'POST', body: JSON.stringify(body), headers }, token);
}
