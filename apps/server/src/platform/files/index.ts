// Files for modules: bytes under a generated key, in a folder or a bucket.
import { randomUUID } from 'node:crypto';
import type { Files } from './driver.ts';
import type { FileKind } from './file-kinds.ts';
import { createLocalFiles } from './local-files.ts';
import { createS3Files, type S3Place } from './s3-files.ts';

/** Creates a new key. It contains nothing that the client sent (S54). */
export function newKey(tenantId: string, kind: FileKind, now: Date): string {
  const [year = '', month = ''] = now.toISOString().split('-');
  return `${tenantId}/${year}/${month}/${randomUUID()}.${kind}`;
}

/** Returns the storage key of a file id. The same arguments always give the same key. */
export function keyOf(tenantId: string, id: string, kind: FileKind, since: Date): string {
  const [year = '', month = ''] = since.toISOString().split('-');
  return `${tenantId}/${year}/${month}/${id}.${kind}`;
}

/**
 * Opens the configured file storage. `root` is the folder of the files. With a bucket, it holds only unfinished
 * uploads.
 */
export const openFiles = ({ root, s3 }: { root: string; s3: S3Place | null }): Files =>
  s3 === null ? createLocalFiles({ root }) : createS3Files({ root, ...s3 });

export { FileExists, FileMissing, FileTooLarge, type Files, type Range, type Staged } from './driver.ts';
export { beginsAsHevc, isHevc } from './video-codec.ts';
export { inspect } from './inspect-document.ts';
export { createLocalFiles } from './local-files.ts';
export { createS3Files, type S3Place } from './s3-files.ts';
export { detectKind, mediaTypes, peek, sniff, type FileKind } from './file-kinds.ts';
