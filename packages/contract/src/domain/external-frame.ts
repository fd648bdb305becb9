import * as z from 'zod/mini';
import { requiredText, id, instant } from './fields.ts';

export const externalAddressMax = 500;

/**
 * Parses an address that may be shown in a frame. It must be http or https, without credentials or hidden characters,
 * and its host must be written as browsers normalise it. Returns null for other addresses.
 */
export function parseExternalAddress(text: string): URL | null {
  if (text.length > externalAddressMax || !/^https?:\/\/[^\s\\/?#@"'<>`\p{C}][^\s\\"'<>`\p{C}]*$/iu.test(text))
    return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return null;
  // Compares the host as written with the parsed host. This refuses other alphabets, percent codes and numbers that
  // browsers would convert to this host.
  const written = /^[^/?#]*/.exec(text.slice(url.protocol.length + 2))?.[0]?.toLowerCase();
  const port = url.protocol === 'https:' ? ':443' : ':80';
  return written === url.host || written === url.host + port ? url : null;
}

// Returns the host of a typed host or pasted address; an empty text if it is not valid.
const asHost = (text: string): string => {
  const url = parseExternalAddress(/^https?:/i.test(text.trim()) ? text.trim() : `https://${text.trim()}`);
  return url === null ? '' : url.host;
};
const isHost = (host: string): boolean => /[a-z0-9]\.[a-z0-9]|^\[|^localhost\b/.test(host);

export const frameHostInput = z.object({
  /** Allowed host, with its port if that is not the default. Of a pasted address only the host is used. */
  host: z
    .string('域名不能为空')
    .check(z.overwrite(asHost), z.refine(isHost, '请填写完整的域名，如 gis.example.gov.cn 或 10.1.2.3:8080')),
  name: requiredText(30, '名称'),
});
export type FrameHostInput = z.output<typeof frameHostInput>;

export const frameHost = z.object({
  id,
  host: z.string(),
  name: z.string(),
  createTime: instant,
});
export type FrameHost = z.output<typeof frameHost>;

export const framedPage = z.object({
  address: z.string(),
  /** Address of our document that shows the external page in a frame. It is valid for one person and one minute. */
  document: z.string(),
});
export type FramedPage = z.output<typeof framedPage>;
