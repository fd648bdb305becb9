// Both sides of a comparison as processes of their own, and a signed-in person on ours.
import { fork, type ChildProcess } from 'node:child_process';
import { createCipheriv } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { demoPassword } from '../apps/server/src/modules/user/seed.ts';
import { readSecrets } from '../apps/server/src/platform/secrets/index.ts';
import { serverEnv, serverFlags } from '../tools/bootstrap.mjs';
import type { Place } from './place.ts';

/** A server that benches ask. */
export interface Server {
  url: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a file of this folder and waits for the address that it tells. */
export async function serve(
  file: string,
  args: readonly string[],
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const child = fork(join(import.meta.dirname, file), [...args], {
    execArgv: [...flags],
    env: { ...process.env, ...env },
    // The log is written, as it is in earnest, and goes nowhere.
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
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}

/** Our server on a database of the benches. */
export const serveApp = (
  place: Place,
  flags: readonly string[] = [],
  limits: 'limited' | 'unlimited' = 'unlimited',
  config: Readonly<Record<string, string>> = {},
) =>
  serve('serve-app.ts', [place.appUrl, place.dataDir, limits], [...serverFlags, ...flags], {
    ...serverEnv,
    BENCH_CONFIG: JSON.stringify(config),
  });

/** The bare reference on the same database. */
export const serveBare = (place: Place) => serve('serve-bare.ts', [place.superuserUrl]);

/** The access token of a published account. */
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
  const made = createCipheriv('aes-128-cbc', key, key).setAutoPadding(false);
  const password = Buffer.concat([made.update(padded), made.final()]).toString('base64');
  const query = new URLSearchParams({ username, password, grant_type: 'password', scope: 'server', tenantId });
  const answer = await fetch(`${app.url}/auth/pwd/token?${query}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(`sign-in of ${username}: ${answer.status} ${JSON.stringify(body)}`);
  return String(body.access_token);
}

/** Asks once; anything but success ends the bench. */
export async function ask(url: string, token?: string) {
  const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });
  const answer = await fetch(url, { headers });
  const body = await answer.json();
  if (!answer.ok || body.code !== 0) throw new Error(`${url}: ${answer.status} ${JSON.stringify(body).slice(0, 300)}`);
  return body.data;
}

/** Sends a form or a body; anything but success ends the bench. */
export async function send(url: string, token: string, body: FormData | object) {
  const headers = new Headers({ authorization: `Bearer ${token}` });
  const isForm = body instanceof FormData;
  if (!isForm) headers.set('content-type', 'application/json');
  const answer = await fetch(url, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok || said.code !== 0) throw new Error(`${url}: ${answer.status} ${JSON.stringify(said).slice(0, 300)}`);
  return said.data;
}
