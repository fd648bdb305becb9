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
