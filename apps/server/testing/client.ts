// Test client without a network port. It acts like a browser and parses answers itself.
import { createCipheriv } from 'node:crypto';
import { connect } from 'node:net';
import type { Call } from '@anlan/contract/http/call-table';
import type { TestApp } from './app.ts';
import { password as usual, type Kind, type TestTenant } from './tenants.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  /** The parsed body; null when it is no JSON. */
  json: unknown;
  bytes: Buffer;
}

export interface Sending {
  token?: string | null | undefined;
  headers?: Record<string, string>;
  query?: string | URLSearchParams | Record<string, unknown>;
  /** Request body. An object is sent as JSON; a text or bytes are sent unchanged. */
  body?: unknown;
  file?: { name: string; type: string; bytes: Uint8Array };
  fields?: Record<string, string>;
  from?: string;
}

/** Builds a query from flat values. A list repeats its key. */
function queryOf(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(values))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null)
        query.append(key, typeof one === 'object' ? JSON.stringify(one) : String(one));
  return query.toString();
}

export function multipart(file: NonNullable<Sending['file']>, fields: Record<string, string> = {}) {
  const boundary = '----anlan-test-boundary';
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: ${file.type}\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...parts, Buffer.from(head), Buffer.from(file.bytes), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

/** Sends one request. The path is not normalised. */
export async function send(app: TestApp, method: string, path: string, sending: Sending = {}): Promise<Answer> {
  const { token, query, body, file, from } = sending;
  const headers: Record<string, string> = { accept: 'application/json, */*', ...sending.headers };
  if (token) headers['authorization'] ??= `Bearer ${token}`;
  let payload: string | Buffer | undefined;
  if (file) {
    const made = multipart(file, sending.fields);
    headers['content-type'] ??= made.type;
    payload = made.body;
  } else if (typeof body === 'string' || Buffer.isBuffer(body)) payload = body;
  else if (body !== undefined) {
    headers['content-type'] ??= 'application/json';
    payload = JSON.stringify(body);
  }
  const text =
    query === undefined
      ? ''
      : typeof query === 'string'
        ? query
        : query instanceof URLSearchParams
          ? query.toString()
          : queryOf(query);
  const response = await app.app.inject({
    method: method as 'GET',
    url: text === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${text}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
    remoteAddress: from ?? '127.0.0.1',
  });
  let json: unknown = null;
  try {
    json = JSON.parse(response.payload);
  } catch {
    json = null;
  }
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.payload,
    json,
    bytes: response.rawPayload,
  };
}

export function callNamed(app: TestApp, name: string): Call {
  const mountedCall = app.mounted.find((one) => one.name === name);
  if (!mountedCall) throw new Error(`no call is named ${name}`);
  return mountedCall.call;
}

export function sendCall(app: TestApp, call: Call, input: Record<string, unknown>, sending: Sending = {}) {
  const usual = call.method === 'GET' || call.file ? 'query' : 'body';
  const query: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  let path = call.path;
  for (const [key, value] of Object.entries(input)) {
    const place = call.in[key] ?? usual;
    if (place === 'path') path = path.replace(`{${key}}`, encodeURIComponent(String(value).toWellFormed()));
    else (place === 'query' ? query : body)[key] = value;
  }
  return send(app, call.method, path, {
    ...sending,
    query: { ...query, ...(sending.query as object | undefined) },
    ...(call.file
      ? { fields: Object.fromEntries(Object.entries(body).map(([key, value]) => [key, String(value)])) }
      : {}),
    ...(call.method === 'POST' && !call.file && !(call.form && Object.keys(body).length === 0)
      ? { body: sending.body ?? body }
      : {}),
  });
}

/** Encrypts a password as the page does (Q03). */
export function cipher({ secrets }: { secrets: { passwordKey: string } }, text: string): string {
  const key = Buffer.from(secrets.passwordKey);
  const bytes = Buffer.from(text);
  const padded = Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)]);
  const made = createCipheriv('aes-128-cbc', key, key).setAutoPadding(false);
  return Buffer.concat([made.update(padded), made.final()]).toString('base64');
}

export const clientOf = (app: TestApp) =>
  `Basic ${Buffer.from(`${app.secrets.clientId}:${app.secrets.clientSecret}`).toString('base64')}`;

export interface Tokens {
  access_token: string;
  refresh_token: string;
  shop_id: string | null;
  user_id: string;
}

export const trySignIn = (
  app: TestApp,
  tenantId: string,
  username: string,
  {
    password = usual,
    from,
    headers,
    ...rest
  }: { password?: string; from?: string; headers?: Record<string, string> } & Record<string, unknown> = {},
): Promise<Answer> =>
  send(app, 'POST', '/auth/pwd/token', {
    query: { username, password: cipher(app, password), grant_type: 'password', scope: 'server', tenantId, ...rest },
    headers: { authorization: clientOf(app), ...headers },
    ...(from === undefined ? {} : { from }),
  });

export async function signIn(
  app: TestApp,
  tenant: Pick<TestTenant, 'id'>,
  kind: Kind | 'platform',
  more: Record<string, unknown> = {},
) {
  const answer = await trySignIn(app, tenant.id, kind, more);
  if (answer.status !== 200) throw new Error(`sign-in of ${kind}: ${answer.status} ${answer.text}`);
  return answer.json as Tokens;
}

export const refresh = (app: TestApp, refresh_token: string, from?: string): Promise<Answer> =>
  send(app, 'POST', '/auth/oauth/token', {
    query: { refresh_token, grant_type: 'refresh_token', scope: 'server' },
    headers: { authorization: clientOf(app) },
    ...(from === undefined ? {} : { from }),
  });

/** Returns the data of a successful answer. Throws for any other answer. */
export function dataOf<T>(answer: Answer): T {
  const body = answer.json as { code?: number | string; data?: T } | null;
  if (answer.status !== 200 || (body?.code !== 0 && body?.code !== '0'))
    throw new Error(`${answer.status} ${answer.text.slice(0, 500)}`);
  return body.data as T;
}

/** Opens a real port, because inject normalises hostile addresses. */
export async function listen(app: TestApp): Promise<number> {
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/**
 * Sends raw bytes to a port. Returns all received data until the server closes the connection or sends nothing for
 * `waitMs`.
 */
export function sendRaw(port: number, text: string | Uint8Array, waitMs = 2_000): Promise<string> {
  return new Promise((done) => {
    const socket = connect({ host: '127.0.0.1', port });
    let heard = '';
    const end = () => {
      socket.destroy();
      done(heard);
    };
    socket.setTimeout(waitMs, end);
    socket.on('data', (data) => {
      heard += data.toString('latin1');
      // The answer has begun, and the rest follows at once, so a short wait is enough.
      socket.setTimeout(100);
    });
    socket.on('error', end);
    socket.on('close', end);
    socket.write(text);
  });
}

export async function sendAddress(port: number, method: string, address: string, headers: Record<string, string> = {}) {
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const heard = await sendRaw(port, `${method} ${address} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0), text: heard };
}
