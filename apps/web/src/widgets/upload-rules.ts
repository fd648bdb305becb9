import { endingsOf, uploadPurposes, type UploadDir, type UploadPurpose } from '@anlan/contract/modules/file/file';

/** What is uploaded: a logo, an avatar, the scan of a licence, a picture, a document, sound or film. */
export type UploadKind = UploadDir;

/** Names a kind takes, as the file dialog understands them. */
export const acceptOf = (kind: UploadKind): string =>
  endingsOf(uploadPurposes[kind].kinds)
    .map((ending) => `.${ending}`)
    .join(',');

/** Why a file is not sent at all, or null; the server looks into it once more. */
export function uploadProblem(kind: UploadKind, file: { name: string; size: number }): string | null {
  const rule: UploadPurpose = uploadPurposes[kind];
  const ending = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (!endingsOf(rule.kinds).includes(ending) || file.size > rule.maxBytes) return rule.refusal;
  return file.size === 0 ? '文件是空的，请重新选择' : null;
}
