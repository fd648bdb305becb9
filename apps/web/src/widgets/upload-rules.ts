import { signatureBytes, signatureKind } from '@anlan/contract/domain/file-signatures';
import { endingsOf, uploadPurposes, type UploadDir, type UploadPurpose } from '@anlan/contract/modules/file/file';

export type UploadKind = UploadDir;

/** Accepted file extensions, in the format of the `accept` attribute. */
export const acceptOf = (kind: UploadKind): string =>
  endingsOf(uploadPurposes[kind].kinds)
    .map((ending) => `.${ending}`)
    .join(',');

/** Why a file is refused before the upload; null when it is accepted. The server checks again. */
export function uploadProblem(kind: UploadKind, file: { name: string; size: number }): string | null {
  const rule: UploadPurpose = uploadPurposes[kind];
  const ending = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (!endingsOf(rule.kinds).includes(ending) || file.size > rule.maxBytes) return rule.refusal;
  return file.size === 0 ? '文件是空的，请重新选择' : null;
}

/**
 * The file with the extension and type of its bytes: phones and chat programs send pictures without an extension, or
 * with another one. A file without a known signature stays unchanged.
 */
export async function namedByContent(file: File): Promise<File> {
  // A file that cannot be read has no kind. Its upload then fails with a message.
  const head = await file
    .slice(0, signatureBytes)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const kind = signatureKind(new Uint8Array(head));
  if (kind === null) return file;
  const ending = /\.([a-z0-9]{1,8})$/i.exec(file.name)?.[0] ?? '';
  if (endingsOf([kind]).includes(ending.slice(1).toLowerCase())) return file;
  const stem = file.name.slice(0, file.name.length - ending.length);
  const type = kind === 'jpg' ? 'image/jpeg' : kind === 'png' ? 'image/png' : '';
  return new File([file], `${stem}.${kind}`, { type, lastModified: file.lastModified });
}
