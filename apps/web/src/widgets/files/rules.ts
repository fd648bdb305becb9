// Which of the chosen files may go, and where they come to stand.
import { endingsOf, uploadPurposes } from '@anlan/contract/modules/file/file';
import type { FilePurpose, FileRules, StoredFile } from '@anlan/contract/kit/field';

const endingOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
const pictureEndings: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'png']);

/** Whether a stored file is a picture, by its name. */
export const isPicture = ({ name }: { name: string }): boolean => pictureEndings.has(endingOf(name));

/** Whether what was chosen calls itself a picture, of whatever kind. */
export const saysPicture = ({ name, type }: { name: string; type: string }): boolean =>
  type.startsWith('image/') || pictureEndings.has(endingOf(name));

/** Why a file is not sent, or null; pictures are judged by what became of them. */
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

/** Measure word of a purpose's files. */
const counterOf = (purpose: FilePurpose): string => (purpose === 'evidence' ? '个' : '张');

/** Why none of the chosen are taken: more than there is room for. */
export function tooMany({ purpose, most }: FileRules, chosen: number, held: number): string | null {
  const room = most - held;
  if (chosen <= room) return null;
  const one = counterOf(purpose);
  if (held === 0) return `一次最多 ${most} ${one}，您选了 ${chosen} ${one}，请重新选择`;
  return room > 0
    ? `最多 ${most} ${one}，还能再选 ${room} ${one}，您选了 ${chosen} ${one}，请重新选择`
    : `最多 ${most} ${one}，已经满了`;
}

/** How many there are and must be, in words. */
export function countText({ purpose, least, most }: FileRules, held: number, sending: number): string {
  const one = counterOf(purpose);
  const must = least > 0 ? `至少 ${least} ${one}，` : '';
  const said =
    held === 0 ? `${must}最多 ${most} ${one}` : `${held < least ? must : ''}已有 ${held} ${one}，最多 ${most} ${one}`;
  return sending > 0 ? `${said}，正在上传 ${sending} ${one}` : said;
}

/** Puts a file where it was chosen: before those that were chosen after it. */
export function placed(
  held: readonly StoredFile[],
  file: StoredFile,
  turns: ReadonlyMap<string, number>,
): readonly StoredFile[] {
  const turnOf = ({ id }: StoredFile) => turns.get(id) ?? 0;
  const at = held.findIndex((one) => turnOf(one) > turnOf(file));
  return at < 0 ? [...held, file] : [...held.slice(0, at), file, ...held.slice(at)];
}

/** Width and height within the longest side that is kept. */
export function fitted(width: number, height: number, side: number): { width: number; height: number } {
  const share = Math.min(1, side / Math.max(width, height));
  return { width: Math.round(width * share), height: Math.round(height * share) };
}
