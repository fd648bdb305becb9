// Files as modules see them: bytes under a key of our own making, in a folder or in a bucket.
import { randomUUID } from 'node:crypto';
import type { Files } from './driver.ts';
import type { FileKind } from './kinds.ts';
import { createLocalFiles } from './local.ts';
import { createS3Files, type S3Place } from './s3.ts';

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

/** Opens the place that the configuration names; `root` holds the files, or what is on its way to a bucket. */
export const openFiles = ({ root, s3 }: { root: string; s3: S3Place | null }): Files =>
  s3 === null ? createLocalFiles({ root }) : createS3Files({ root, ...s3 });

export { FileExists, FileMissing, FileTooLarge, type Files, type Range, type Staged } from './driver.ts';
export { beginsAsHevc, isHevc } from './codec.ts';
export { inspect } from './inspect.ts';
export { createLocalFiles } from './local.ts';
export { createS3Files, type S3Place } from './s3.ts';
export { detectKind, mediaTypes, peek, sniff, type FileKind } from './kinds.ts';
