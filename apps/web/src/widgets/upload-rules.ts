import { limits } from '@anlan/contract/limits';

/** What is uploaded: the picture of a system's logo, or the scan of a licence. */
export type UploadKind = 'logo' | 'licence';

/** Names and media types a kind takes, and how large it may be. */
export const uploadRules = {
  logo: { accept: '.jpg,.jpeg,.png', pattern: /\.(jpe?g|png)$/i, maxBytes: limits.upload.logoBytes },
  licence: { accept: '.jpg,.jpeg,.png,.pdf', pattern: /\.(jpe?g|png|pdf)$/i, maxBytes: limits.upload.documentBytes },
} as const;

const refusals = {
  logo: '只能上传jpg/png文件，且不超过1M',
  licence: `只能上传jpg/png/pdf文件，且不超过${limits.upload.documentBytes / 1024 / 1024}M`,
} as const;

/** Why a file is not sent at all, or null; the server looks into it once more. */
export function uploadProblem(kind: UploadKind, file: { name: string; size: number }): string | null {
  const rule = uploadRules[kind];
  if (!rule.pattern.test(file.name) || file.size > rule.maxBytes) return refusals[kind];
  return file.size === 0 ? '文件是空的，请重新选择' : null;
}
