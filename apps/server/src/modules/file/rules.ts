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
import { declaredResources } from '@anlan/contract/modules';
import type { Permit } from '@anlan/contract/permits';
import type { Scope } from '#kernel/scope.ts';

export interface UploadRule extends UploadPurpose {
  purpose: string;
  /** Seconds until an unattached file expires. Absent: the file never expires. */
  seconds?: number;
}

export const waiting = 'application';

// Purposes whose files only the sender sees, unless a module gives a link to other readers.
const sendersOwn: readonly string[] = ['import', waiting, 'document'];

const ofResources: readonly string[] = ['photo', 'evidence'];
const listingFiles = declaredResources
  .filter(({ resource: { fields, states } }) =>
    [fields, ...Object.values(states?.moves ?? {}).map(({ ask = {} }) => ask)].some((some) =>
      Object.values(some).some(({ spec }) => spec.kind === 'files'),
    ),
  )
  // The cast is safe: the list of permits contains every permit of a resource.
  .map(({ resource }) => `${resource.permits}:index` as Permit);

/**
 * Whether the user may open a file by its id. The id is not enough, because the log shows file ids to people without
 * the permit.
 */
export function isOpenTo(
  { userId, userType, permits }: Pick<Scope, 'userId' | 'userType' | 'permits'>,
  file: { owner_id: string; purpose: string },
): boolean {
  if (file.owner_id === userId) return true;
  if (sendersOwn.includes(file.purpose)) return false;
  // Only users of the same enterprise may see face photos.
  if (file.purpose === 'face') return userType === 'enterprise';
  // Enterprise staff may open all other files of their enterprise. A regulator may open files of rows they may list or
  // read.
  if (userType !== 'regulator') return true;
  if (ofResources.includes(file.purpose)) return listingFiles.some((permit) => permits.has(permit));
  if (file.purpose !== 'licence') return true;
  return permits.has('bus:enterprise:index') || permits.has('bus:enterprise:get');
}

/** Options from the client. The options can narrow an upload rule but not widen it. */
export interface Narrowing {
  dir?: UploadDir | undefined;
  fileType?: 'image' | 'file' | undefined;
  limitSize?: number | undefined;
}

const pictures: readonly UploadedKind[] = ['png', 'jpg', 'gif', 'webp'];
export const isPicture = (kind: UploadedKind): kind is 'png' | 'jpg' | 'gif' | 'webp' => pictures.includes(kind);
const office: readonly UploadedKind[] = ['xlsx', 'docx', 'pptx'];
const texts: readonly UploadedKind[] = ['csv', 'txt'];

export function ruleFor({ dir, fileType, limitSize }: Narrowing): UploadRule {
  const purpose = dir ?? (fileType === 'image' ? 'logo' : 'licence');
  const rule: UploadPurpose = uploadPurposes[purpose];
  const maxBytes = Math.min(rule.maxBytes, (limitSize ?? Number.POSITIVE_INFINITY) * 1024);
  const kinds = fileType === 'image' ? rule.kinds.filter(isPicture) : rule.kinds;
  return { ...rule, purpose, kinds, maxBytes, seconds: limits.upload.waitingSeconds };
}

/** The detected kind if it fits the extension; null otherwise. */
export function kindNamed(kind: UploadedKind, ending: string): UploadedKind | null {
  // Phones send pictures with wrong extensions, so any picture extension is accepted for a picture.
  const alike = [pictures, office, texts].find((some) => some.includes(kind)) ?? [kind];
  const named = alike.find((one) => endingsOf([one]).includes(ending));
  if (named === undefined) return null;
  return isPicture(kind) ? kind : named;
}

export const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';

const longest = 100;
/** The full-width form of a character that Windows refuses in a file name. */
const fullWidth = (character: string) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0);

/** The sent name without folders and invisible characters, shortened. The extension is preserved. */
export function cleanName(sent: string, kind: string): string {
  const base = cleanText(sent.split(/[\\/]/).at(-1) ?? '').replace(/[<>:"|?*]/g, fullWidth);
  const ending = extensionOf(base);
  const stem = ending === '' ? base : base.slice(0, -ending.length - 1);
  const safeStem = [...stem].slice(0, longest).join('').replace(/^\.+/, '').trim();
  return `${safeStem === '' ? '文件' : safeStem}.${ending === '' ? kind : ending}`;
}

export const addressOf = (id: string) => `/upms/file/${id}`;
export const idOf = (address: string): string | null => /^\/upms\/file\/([0-9a-f-]{36})$/.exec(address)?.[1] ?? null;

export interface NamedByLink {
  id: string;
  tenant: string;
  user: string;
  ends: number;
}

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

export function linkOf(named: NamedByLink, key: string): string {
  const { id, ...rest } = named;
  const query = new URLSearchParams({ ...rest, ends: String(rest.ends) });
  query.set('sign', signatureOf(named, key).toString('base64url'));
  return `/upms/file/signed/${id}?${query}`;
}

/** Whether the signature of a link is right and the link has not expired. */
export function holds(named: NamedByLink, sign: string, key: string, now: Date): boolean {
  const givenSign = Buffer.from(sign, 'base64url');
  const right = signatureOf(named, key);
  return givenSign.length === right.length && timingSafeEqual(givenSign, right) && named.ends * 1000 > now.getTime();
}
