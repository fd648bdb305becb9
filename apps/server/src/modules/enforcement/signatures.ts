// Loads signature images for PDF files.
import { buffer } from 'node:stream/consumers';
import type { Signature } from '@anlan/contract/modules/inspection/resource';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Kit } from '#kit/ports.ts';

/** Signature images as data URLs, by file id. A missing or invalid image has no entry; the PDF then prints the name. */
export async function drawnOf(files: Pick<Kit['files'], 'open'>, scope: Scope, all: readonly Signature[]) {
  const drawn = new Map<string, string>();
  for (const { file } of all) {
    if (file === null || drawn.has(file.id)) continue;
    const bytes = await bytesOf(files, scope, file.id);
    const kind = bytes === null ? null : pictureKind(bytes);
    if (bytes !== null && kind !== null) drawn.set(file.id, `data:image/${kind};base64,${bytes.toString('base64')}`);
  }
  return drawn;
}

/** Image type by the first bytes. The PDF library supports only PNG and JPEG. */
const pictureKind = (bytes: Buffer) =>
  bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))
    ? 'png'
    : bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xd8]))
      ? 'jpeg'
      : null;

async function bytesOf(files: Pick<Kit['files'], 'open'>, scope: Scope, id: string): Promise<Buffer | null> {
  try {
    return await buffer((await files.open(scope, { id })).body);
  } catch (error) {
    if (error instanceof AppError && error.code === 'notFound') return null;
    throw error;
  }
}
