// API calls for people who open a repair link. They have no session.
import { dangerCalls } from '@anlan/contract/modules/danger/calls';
import { repairToken } from '@anlan/contract/modules/danger/views';
import { tenantId } from '@anlan/contract/modules/session/session';
import * as z from 'zod/mini';
import { api } from '#lib/api.ts';
import type { SendFile } from '#widgets/files/files-field.tsx';

const { repairOpen, repairPhoto, repairNote } = api({
  repairOpen: dangerCalls.repairOpen,
  repairPhoto: dangerCalls.repairPhoto,
  repairNote: dangerCalls.repairNote,
});

/** Tenant and secret from the address of a repair link. */
export interface LinkKey {
  tenantId: string;
  token: string;
}
const linkKey = z.object({ tenantId, token: repairToken });

/** Parses the key after `#` in a repair link. Returns null if it is invalid. */
export function keyIn(hash: string): LinkKey | null {
  const [unit = '', secret = ''] = hash.replace(/^#/, '').split('.');
  const read = z.safeParse(linkKey, { tenantId: unit, token: secret });
  return read.success ? read.data : null;
}

export const openRepair = (key: LinkKey) => repairOpen(key, { quiet: true });
export const sendPhoto =
  (key: LinkKey): SendFile =>
  (file, options) =>
    repairPhoto({ ...key, file }, { ...options, quiet: true });
export const sendNote = (key: LinkKey, input: { note: string; photos: string[] }) =>
  repairNote({ ...key, ...input }, { quiet: true });
