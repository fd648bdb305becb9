// The calls of whoever holds a link, without a session.
import { dangerCalls } from '@anlan/contract/modules/danger/calls';
import { repairToken } from '@anlan/contract/modules/danger/views';
import { tenantId } from '@anlan/contract/modules/session/session';
import * as z from 'zod/mini';
import { api } from '#lib/api.ts';

const { repairOpen, repairPhoto, repairNote } = api({
  repairOpen: dangerCalls.repairOpen,
  repairPhoto: dangerCalls.repairPhoto,
  repairNote: dangerCalls.repairNote,
});

/** What a link says: the unit, and its secret. */
export interface LinkKey {
  tenantId: string;
  token: string;
}
const linkKey = z.object({ tenantId, token: repairToken });

/** The key that stands behind # of a link; null where it is none. */
export function keyIn(hash: string): LinkKey | null {
  const [unit = '', secret = ''] = hash.replace(/^#/, '').split('.');
  const read = z.safeParse(linkKey, { tenantId: unit, token: secret });
  return read.success ? read.data : null;
}

/** The danger of a link. */
export const openRepair = (key: LinkKey) => repairOpen(key, { quiet: true });
/** Sends one photo. */
export const sendPhoto = (
  key: LinkKey,
  file: File,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
) => repairPhoto({ ...key, file }, { ...options, quiet: true });
/** Says what was done. */
export const sendNote = (key: LinkKey, said: { note: string; photos: string[] }) =>
  repairNote({ ...key, ...said }, { quiet: true });
