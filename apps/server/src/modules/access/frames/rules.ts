import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseExternalAddress } from '@anlan/contract/domain/external-frame';

export interface FrameGrant {
  address: string;
  tenant: string;
  user: string;
  /** Unix time in seconds when the signature expires. */
  ends: number;
}

const signatureOf = ({ address, tenant, user, ends }: FrameGrant, key: string) =>
  createHmac('sha256', key).update(`frame ${tenant} ${user} ${ends} ${address}`).digest();

export function documentOf(promised: FrameGrant, key: string): string {
  const query = new URLSearchParams({ ...promised, ends: String(promised.ends) });
  query.set('sign', signatureOf(promised, key).toString('base64url'));
  return `/upms/frame/document?${query}`;
}

export function isGrantValid(promised: FrameGrant, sign: string, key: string, now: Date): boolean {
  const givenSign = Buffer.from(sign, 'base64url');
  const right = signatureOf(promised, key);
  return givenSign.length === right.length && timingSafeEqual(givenSign, right) && promised.ends * 1000 > now.getTime();
}

export function isAllowed(url: URL, entries: readonly string[], hosts: readonly string[]): boolean {
  return hosts.includes(url.host) || entries.some((entry) => parseExternalAddress(entry)?.href === url.href);
}

/** The origins (of the framed page and its extra hosts) that the document may frame and connect to. */
export const sitesOf = (url: URL, hosts: readonly string[]): string[] => [
  ...new Set([url.origin, ...hosts.flatMap((host) => [`https://${host}`, `http://${host}`])]),
];

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

// Sandbox of the framed page: it cannot reach the parent window, browser dialogs or devices, and its popups stay
// sandboxed.
const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads';

export const htmlOf = (url: URL): string =>
  `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${escaped(url.host)}</title>` +
  '<body style="margin:0;height:100vh;overflow:hidden">' +
  `<iframe title="${escaped(url.host)}" src="${escaped(url.href)}" sandbox="${sandbox}" allow="" ` +
  'referrerpolicy="no-referrer" style="display:block;border:0;width:100%;height:100%;background:#fff"></iframe>';
