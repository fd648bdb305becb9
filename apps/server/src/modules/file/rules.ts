import { createHmac, timingSafeEqual } from 'node:crypto';
import { cleanText } from '@anlan/contract/domain/fields';
import {
  endingsOf,
  uploadPurposes,
  type UploadDir,
  type UploadedKind,
  type UploadPurpose,
} from '@anlan/contract/modules/file/file';
import { limits } from '@anlan/contract/limits';
import { declared } from '@anlan/contract/modules';
import type { Permit } from '@anlan/contract/permits';
import type { Scope } from '#kernel/scope.ts';

/** What one purpose of uploading takes. */
export interface UploadRule extends UploadPurpose {
  purpose: string;
  /** Whether the module looks into the bytes itself, so that they are kept as they came. */
  looksItself?: boolean;
  /** How long it is kept unless something keeps it for good, its sender's alone meanwhile; without it, for good at once. */
  seconds?: number;
  /** What a file of another kind seems to be and what to do with it, by its name and first bytes; null for unknown. */
  strangerNamed?: (name: string, head: Uint8Array) => string | null;
}

/** The purpose of files that came before an account and wait for their application. */
export const waiting = 'application';

// For whoever sent it, until a module that shows it lends it to its readers.
const sendersOwn: readonly string[] = ['import', waiting, 'document'];

const ofResources: readonly string[] = ['photo', 'evidence'];
/** Permits to list the declared resources whose rows hold files. */
const listingFiles = declared
  .filter(({ resource: { fields, states } }) =>
    [fields, ...Object.values(states?.moves ?? {}).map(({ ask = {} }) => ask)].some((some) =>
      Object.values(some).some(({ spec }) => spec.kind === 'files'),
    ),
  )
  // Every resource's permits stand in the list of permits.
  .map(({ resource }) => `${resource.permits}:index` as Permit);

/** Whether somebody may open a visible file by its id alone: the log tells ids to people who may do nothing else. */
export function isOpenTo(
  { userId, userType, permits }: Pick<Scope, 'userId' | 'userType' | 'permits'>,
  file: { owner_id: string; purpose: string },
): boolean {
  if (file.owner_id === userId) return true;
  if (sendersOwn.includes(file.purpose)) return false;
  // A face is seen by the people of its own enterprise alone.
  if (file.purpose === 'face') return userType === 'enterprise';
  // Staff open what is their enterprise's; an authority what is part of a row that they may list or read.
  if (userType !== 'regulator') return true;
  if (ofResources.includes(file.purpose)) return listingFiles.some((permit) => permits.has(permit));
  if (file.purpose !== 'licence') return true;
  return permits.has('bus:enterprise:index') || permits.has('bus:enterprise:get');
}

/** What a client asks for; it may only narrow a rule. */
export interface Narrowing {
  dir?: UploadDir | undefined;
  fileType?: 'image' | 'file' | undefined;
  /** KB. */
  limitSize?: number | undefined;
}

const pictures: readonly UploadedKind[] = ['png', 'jpg', 'gif', 'webp'];
/** Kinds that are made again from their pixels. */
export const isPicture = (kind: UploadedKind): kind is 'png' | 'jpg' | 'gif' | 'webp' => pictures.includes(kind);
const office: readonly UploadedKind[] = ['xlsx', 'docx', 'pptx'];
const texts: readonly UploadedKind[] = ['csv', 'txt'];

/** The rule of a purpose as far as the client has not narrowed it. */
export function ruleFor({ dir, fileType, limitSize }: Narrowing): UploadRule {
  const purpose = dir ?? (fileType === 'image' ? 'logo' : 'licence');
  const rule: UploadPurpose = uploadPurposes[purpose];
  const maxBytes = Math.min(rule.maxBytes, (limitSize ?? Number.POSITIVE_INFINITY) * 1024);
  const kinds = fileType === 'image' ? rule.kinds.filter(isPicture) : rule.kinds;
  return { ...rule, purpose, kinds, maxBytes, seconds: limits.upload.waitingSeconds };
}

/** The kind that bytes of a kind may be under a name with this ending; null when the two do not belong together. */
export function kindNamed(kind: UploadedKind, ending: string): UploadedKind | null {
  // A phone calls its pictures what it likes; a picture stays one.
  const alike = [pictures, office, texts].find((some) => some.includes(kind)) ?? [kind];
  const named = alike.find((one) => endingsOf([one]).includes(ending));
  if (named === undefined) return null;
  return isPicture(kind) ? kind : named;
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

/** What a link names, until so many seconds from now. */
export const namedUntil = (
  id: string,
  { tenantId, userId }: { tenantId: string; userId: string | null },
  now: Date,
  seconds: number,
): NamedByLink => ({
  id,
  tenant: tenantId,
  user: userId ?? '',
  ends: Math.floor(now.getTime() / 1000) + seconds,
});

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
