import { createHmac, timingSafeEqual } from 'node:crypto';
import { cleanText } from '@anlan/contract/domain/fields';
import { limits } from '@anlan/contract/limits';

/** What one purpose of uploading takes. */
export interface UploadRule {
  purpose: string;
  /** Kinds by their first bytes. */
  kinds: readonly string[];
  /** Endings of the name; both must fit (S52). */
  extensions: readonly string[];
  maxBytes: number;
  /** What a person is told when it does not fit. */
  refusal: string;
}

/** Purposes of the call that uploads. */
export const purposes = {
  logo: {
    purpose: 'logo',
    kinds: ['png', 'jpg'],
    extensions: ['png', 'jpg', 'jpeg'],
    maxBytes: limits.upload.logoBytes,
    refusal: '只能上传jpg/png文件，且不超过1M',
  },
  licence: {
    purpose: 'licence',
    kinds: ['png', 'jpg', 'pdf'],
    extensions: ['png', 'jpg', 'jpeg', 'pdf'],
    maxBytes: limits.upload.documentBytes,
    refusal: '只能上传jpg/png/pdf文件，且不超过20M',
  },
} as const satisfies Record<string, UploadRule>;

/** The purpose of files that came before an account and wait for their application. */
export const waiting = 'application';

/** What a client asks for; it may only narrow a rule. */
export interface Narrowing {
  dir?: keyof typeof purposes | undefined;
  fileType?: 'image' | 'file' | undefined;
  /** KB. */
  limitSize?: number | undefined;
}

/** The rule of a purpose as far as the client has not narrowed it. */
export function ruleFor({ dir, fileType, limitSize }: Narrowing): UploadRule {
  const rule: UploadRule = purposes[dir ?? (fileType === 'image' ? 'logo' : 'licence')];
  const maxBytes = Math.min(rule.maxBytes, (limitSize ?? Number.POSITIVE_INFINITY) * 1024);
  if (fileType !== 'image') return { ...rule, maxBytes };
  return { ...rule, maxBytes, kinds: rule.kinds.filter((kind) => kind !== 'pdf') };
}

/** The ending of a name, lower case. */
export const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';

const longest = 100;
/** A name to show and to save under: no folders, nothing invisible, not too long, its ending kept. */
export function cleanName(sent: string, kind: string): string {
  const base = cleanText(sent.split(/[\\/]/).at(-1) ?? '').replace(/[<>:"|?*]/g, '_');
  const ending = extensionOf(base);
  const stem = ending === '' ? base : base.slice(0, -ending.length - 1);
  const kept = [...stem].slice(0, longest).join('').replace(/^\.+/, '').trim();
  return `${kept === '' ? '文件' : kept}.${ending === '' ? kind : ending}`;
}

/** Own address of a file. */
export const addressOf = (id: string) => `/upms/file/${id}`;
/** The id in an own address, or null. */
export const idOf = (address: string): string | null => /^\/upms\/file\/([0-9a-f-]{36})$/.exec(address)?.[1] ?? null;

/** What a link to a file says. */
export interface NamedByLink {
  id: string;
  tenant: string;
  user: string;
  /** Second since 1970 at which it ends. */
  ends: number;
}

const signatureOf = ({ id, tenant, user, ends }: NamedByLink, key: string) =>
  createHmac('sha256', key).update(`file ${tenant} ${id} ${user} ${ends}`).digest();

/** The address of a file for one person until a moment. */
export function linkOf(named: NamedByLink, key: string): string {
  const { id, ...rest } = named;
  const query = new URLSearchParams({ ...rest, ends: String(rest.ends) });
  query.set('sign', signatureOf(named, key).toString('base64url'));
  return `/upms/file/signed/${id}?${query}`;
}

/** Whether a link was made with our key, is unchanged and not over. */
export function holds(named: NamedByLink, sign: string, key: string, now: Date): boolean {
  const given = Buffer.from(sign, 'base64url');
  const right = signatureOf(named, key);
  return given.length === right.length && timingSafeEqual(given, right) && named.ends * 1000 > now.getTime();
}
