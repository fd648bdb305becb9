import { createHmac, timingSafeEqual } from 'node:crypto';
import { foreignAddress } from '@anlan/contract/domain/frame';

/** What the document around somebody else's page was made for. */
export interface Promised {
  /** The address inside. */
  address: string;
  tenant: string;
  user: string;
  /** Second since 1970 at which it ends. */
  ends: number;
}

const signatureOf = ({ address, tenant, user, ends }: Promised, key: string) =>
  createHmac('sha256', key).update(`frame ${tenant} ${user} ${ends} ${address}`).digest();

/** The address of our document around a page. */
export function documentOf(promised: Promised, key: string): string {
  const query = new URLSearchParams({ ...promised, ends: String(promised.ends) });
  query.set('sign', signatureOf(promised, key).toString('base64url'));
  return `/upms/frame/document?${query}`;
}

/** Whether a document was promised by us, unchanged and not long ago. */
export function isPromised(promised: Promised, sign: string, key: string, now: Date): boolean {
  const given = Buffer.from(sign, 'base64url');
  const right = signatureOf(promised, key);
  return given.length === right.length && timingSafeEqual(given, right) && promised.ends * 1000 > now.getTime();
}

/** Whether an address is an entry of a menu or stands on a host of the list. */
export function isAllowed(url: URL, entries: readonly string[], hosts: readonly string[]): boolean {
  return hosts.includes(url.host) || entries.some((entry) => foreignAddress(entry)?.href === url.href);
}

/** Whom the document may frame and reach: its page's own site, and those of the list that the page may lead to. */
export const sitesOf = (url: URL, hosts: readonly string[]): string[] => [
  ...new Set([url.origin, ...hosts.flatMap((host) => [`https://${host}`, `http://${host}`])]),
];

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

// No way to the window above, to dialogs of the browser, to its devices, or out of the sandbox by a new window.
const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads';

/** The document around a page: nothing but a frame that holds it. */
export const htmlOf = (url: URL): string =>
  `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${escaped(url.host)}</title>` +
  '<body style="margin:0;height:100vh;overflow:hidden">' +
  `<iframe title="${escaped(url.host)}" src="${escaped(url.href)}" sandbox="${sandbox}" allow="" ` +
  'referrerpolicy="no-referrer" style="display:block;border:0;width:100%;height:100%;background:#fff"></iframe>';
