// Files as rooms see them: bytes under a key of our own making. The local driver is a folder; an S3 driver has the
// same face.
import { randomUUID } from 'node:crypto';
import type { FileKind } from './kinds.ts';

/** A fresh key: nothing that a client sent is part of it (S54). */
export function newKey(tenantId: string, kind: FileKind, now: Date): string {
  const [year = '', month = ''] = now.toISOString().split('-');
  return `${tenantId}/${year}/${month}/${randomUUID()}.${kind}`;
}

/** The key of a file of ours by its id: made again, it stands in the same place. */
export function keyOf(tenantId: string, id: string, kind: FileKind, since: Date): string {
  const [year = '', month = ''] = since.toISOString().split('-');
  return `${tenantId}/${year}/${month}/${id}.${kind}`;
}

export { FileMissing, FileTooLarge, type Files } from './driver.ts';
export { createLocalFiles } from './local.ts';
export { detectKind, mediaTypes, sniff, type FileKind } from './kinds.ts';
