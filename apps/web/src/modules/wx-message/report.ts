import type { WxMessage } from '@anlan/contract/modules/wx-message/views';

const shortest = 4;
/** 场所环境 of the dictionary hiddenDangerCategory. */
const usualCategory = 'place';

/**
 * Where a danger is reported with a follower's picture: the photo is there already, and what the follower wrote nearest
 * to it stands as its title, so that a second press reports it.
 */
export function reportOf(
  rows: readonly WxMessage[],
  picture: Pick<WxMessage, 'id' | 'nickName'>,
  photo: { id: string; name: string },
  enterpriseId: string | undefined,
): string {
  const at = rows.findIndex(({ id }) => id === picture.id);
  const said = ({ type, repType, repContent }: WxMessage) =>
    type === '1' && repType === 'text' && (repContent?.trim().length ?? 0) >= shortest;
  const text = (rows.slice(0, at).findLast(said) ?? rows.slice(at + 1).find(said))?.repContent?.trim() ?? '';
  const place = rows.slice(0, at + 1).findLast(({ type, repType }) => type === '1' && repType === 'location');
  const params = new URLSearchParams({
    photo: photo.id,
    photoName: photo.name,
    title: (text || `${picture.nickName}发来的现场照片`).slice(0, 60),
    place: (place?.repContent?.trim() || '照片所示位置').slice(0, 60),
    // What it is in truth, the clerk says before sending where they can tell.
    category: usualCategory,
  });
  if (enterpriseId !== undefined) params.set('enterpriseId', enterpriseId);
  return `/bus/danger/report?${params}`;
}
