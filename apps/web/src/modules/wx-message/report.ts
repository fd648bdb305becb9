import type { WxMessage } from '@anlan/contract/modules/wx-message/views';

const shortest = 4;

/**
 * Where a danger is reported with a follower's picture: the photo is there already, and what the follower wrote nearest
 * to it stands as its title.
 */
export function reportOf(
  rows: readonly WxMessage[],
  picture: Pick<WxMessage, 'id' | 'nickName'>,
  photo: { id: string; name: string },
): string {
  const at = rows.findIndex(({ id }) => id === picture.id);
  const said = ({ type, repType, repContent }: WxMessage) =>
    type === '1' && repType === 'text' && (repContent?.trim().length ?? 0) >= shortest;
  const text = (rows.slice(0, at).findLast(said) ?? rows.slice(at + 1).find(said))?.repContent?.trim() ?? '';
  const params = new URLSearchParams({ photo: photo.id, photoName: photo.name, from: picture.nickName });
  if (text !== '') params.set('title', text.slice(0, 60));
  return `/bus/danger/report?${params}`;
}
