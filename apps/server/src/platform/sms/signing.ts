// Signs requests as two vendors document it: ACS3-HMAC-SHA256 and TC3-HMAC-SHA256.
import { createHash, createHmac } from 'node:crypto';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

export const canonicalQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

export interface SigningKey {
  id: string;
  secret: string;
}

export function signAcs3(
  key: SigningKey,
  of: { url: URL; action: string; version: string; query: Readonly<Record<string, string>>; at: Date; nonce: string },
): Record<string, string> {
  const { url, action, version, query, at, nonce } = of;
  const headers: Record<string, string> = {
    host: url.host,
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': at.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    'x-acs-signature-nonce': nonce,
    'x-acs-version': version,
  };
  const names = Object.keys(headers).sort();
  const signed = names.join(';');
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const request = ['POST', url.pathname, canonicalQuery(query), lines, signed, headers['x-acs-content-sha256']].join(
    '\n',
  );
  const signature = hmac(key.secret, `ACS3-HMAC-SHA256\n${sha256(request)}`).toString('hex');
  const authorization = `ACS3-HMAC-SHA256 Credential=${key.id},SignedHeaders=${signed},Signature=${signature}`;
  return { ...headers, authorization };
}

const jsonType = 'application/json; charset=utf-8';

export function signTc3(
  key: SigningKey,
  of: { url: URL; service: string; action: string; version: string; region: string; payload: string; at: Date },
): Record<string, string> {
  const { url, service, action, version, region, payload, at } = of;
  const seconds = String(Math.floor(at.getTime() / 1000));
  const day = at.toISOString().slice(0, 10);
  const scope = `${day}/${service}/tc3_request`;
  const lines = `content-type:${jsonType}\nhost:${url.host}\n`;
  const request = ['POST', url.pathname, '', lines, 'content-type;host', sha256(payload)].join('\n');
  const text = ['TC3-HMAC-SHA256', seconds, scope, sha256(request)].join('\n');
  const signing = hmac(hmac(hmac(`TC3${key.secret}`, day), service), 'tc3_request');
  const signature = hmac(signing, text).toString('hex');
  return {
    host: url.host,
    'content-type': jsonType,
    'x-tc-action': action,
    'x-tc-version': version,
    'x-tc-region': region,
    'x-tc-timestamp': seconds,
    authorization: `TC3-HMAC-SHA256 Credential=${key.id}/${scope}, SignedHeaders=content-type;host, Signature=${signature}`,
  };
}
