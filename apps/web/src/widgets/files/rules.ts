// Which selected files are accepted, and in which order they appear.
import { endingsOf, uploadPurposes } from '@anlan/contract/modules/file/file';
import type { FilePurpose, FileRules, StoredFile } from '@anlan/contract/kit/field';

const endingOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
const pictureEndings: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'png']);

export const isPicture = ({ name }: { name: string }): boolean => pictureEndings.has(endingOf(name));

/** Whether a file claims to be an image of any type, by its MIME type or name. */
export const saysPicture = ({ name, type }: { name: string; type: string }): boolean =>
  type.startsWith('image/') || pictureEndings.has(endingOf(name));

export function problemOf(purpose: FilePurpose, file: { name: string; size: number; type: string }): string | null {
  const { kinds, maxBytes } = uploadPurposes[purpose];
  if (file.size === 0) return '文件是空的';
  if (!endingsOf(kinds).includes(endingOf(file.name)))
    return purpose === 'evidence'
      ? `只能上传 ${kinds.join('、')}`
      : saysPicture(file)
        ? '图片格式不支持，请用 jpg 或 png'
        : '不是图片';
  return file.size > maxBytes ? `超过 ${maxBytes / 2 ** 20}M` : null;
}

const counterOf = (purpose: FilePurpose): string => (purpose === 'evidence' ? '个' : '张');

export function tooMany({ purpose, most }: FileRules, newCount: number, held: number): string | null {
  const room = most - held;
  if (newCount <= room) return null;
  const one = counterOf(purpose);
  if (held === 0) return `一次最多 ${most} ${one}，您选了 ${newCount} ${one}，请重新选择`;
  return room > 0
    ? `最多 ${most} ${one}，还能再选 ${room} ${one}，您选了 ${newCount} ${one}，请重新选择`
    : `最多 ${most} ${one}，已经满了`;
}

export function countText({ purpose, least, most }: FileRules, held: number, sending: number): string {
  const one = counterOf(purpose);
  const must = least > 0 ? `至少 ${least} ${one}，` : '';
  const limitText =
    held === 0 ? `${must}最多 ${most} ${one}` : `${held < least ? must : ''}已有 ${held} ${one}，最多 ${most} ${one}`;
  return sending > 0 ? `${limitText}，正在上传 ${sending} ${one}` : limitText;
}

export function placed(
  held: readonly StoredFile[],
  file: StoredFile,
  turns: ReadonlyMap<string, number>,
): readonly StoredFile[] {
  const turnOf = ({ id }: StoredFile) => turns.get(id) ?? 0;
  const at = held.findIndex((one) => turnOf(one) > turnOf(file));
  return at < 0 ? [...held, file] : [...held.slice(0, at), file, ...held.slice(at)];
}

export function fitted(width: number, height: number, side: number): { width: number; height: number } {
  const share = Math.min(1, side / Math.max(width, height));
  return { width: Math.round(width * share), height: Math.round(height * share) };
}
