import * as z from 'zod/mini';
import { filled, id, instant } from './fields.ts';

/** Longest address of a page that is not ours. */
export const foreignMax = 500;

/**
 * The address of somebody else's page that may stand in a frame: http or https, nothing hidden in it, no credentials,
 * its host written as browsers read it; null for every other text.
 */
export function foreignAddress(text: string): URL | null {
  if (text.length > foreignMax || !/^https?:\/\/[^\s\\/?#@"'<>`\p{C}][^\s\\"'<>`\p{C}]*$/iu.test(text)) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return null;
  // Other alphabets, codes and numbers that a browser reads as this host are not written like it.
  const written = /^[^/?#]*/.exec(text.slice(url.protocol.length + 2))?.[0]?.toLowerCase();
  const port = url.protocol === 'https:' ? ':443' : ':80';
  return written === url.host || written === url.host + port ? url : null;
}

// A pasted address counts by its host.
const asHost = (text: string): string => {
  const url = foreignAddress(/^https?:/i.test(text.trim()) ? text.trim() : `https://${text.trim()}`);
  return url === null ? '' : url.host;
};
const isHost = (host: string): boolean => /[a-z0-9]\.[a-z0-9]|^\[|^localhost\b/.test(host);

/** POST /upms/frame. */
export const frameHostInput = z.object({
  /** Host of the site, with its port where it is not the usual one; a pasted address counts by its host. */
  host: z
    .string('域名不能为空')
    .check(z.overwrite(asHost), z.refine(isHost, '请填写完整的域名，如 gis.example.gov.cn 或 10.1.2.3:8080')),
  /** What the site is. */
  name: filled(30, '名称'),
});
/** A site that may stand in frames from now on. */
export type FrameHostInput = z.output<typeof frameHostInput>;

/** A site that may stand in frames. */
export const frameHost = z.object({
  /** Id of the row. */
  id,
  /** Host, with its port where it is not the usual one. */
  host: z.string(),
  /** What the site is. */
  name: z.string(),
  /** Since when. */
  createTime: instant,
});
/** A site that may stand in frames. */
export type FrameHost = z.output<typeof frameHost>;

/** GET /upms/frame/address. */
export const framed = z.object({
  /** The address as it is shown and opened in a window of its own. */
  address: z.string(),
  /** Our own document around the page, for one person and a minute. */
  document: z.string(),
});
/** A page of somebody else that may be shown. */
export type Framed = z.output<typeof framed>;
