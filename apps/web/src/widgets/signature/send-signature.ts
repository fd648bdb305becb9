import { uploadPurposes } from '@anlan/contract/modules/file/file';
import type { StoredFile } from '@anlan/contract/kit/field';
import { files } from '#lib/shared-calls.ts';

export async function sendSignature(file: File): Promise<StoredFile> {
  const limitSize = Math.ceil(uploadPurposes.evidence.maxBytes / 1024);
  const { url, name } = await files.upload({ file, dir: 'evidence', limitSize, fileType: 'image' }, { quiet: true });
  return { id: url.slice(url.lastIndexOf('/') + 1), name };
}
