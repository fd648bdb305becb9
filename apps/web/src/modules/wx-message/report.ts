import type { WxMessage } from '@anlan/contract/modules/wx-message/views';

const shortest = 4;
const usualCategory = 'place';

/**
 * Address of the danger report for a picture that a follower sent. The title is the follower's last text message
 * before the picture, otherwise the first text message after the picture.
 */
export function reportOf(
  rows: readonly WxMessage[],
  picture: Pick<WxMessage, 'id' | 'nickName'>,
  photo: { id: string; name: string },
  enterpriseId: string | undefined,
): string {
  const at = rows.findIndex(({ id }) => id === picture.id);
  const isFollowerText = ({ type, repType, repContent }: WxMessage) =>
    type === '1' && repType === 'text' && (repContent?.trim().length ?? 0) >= shortest;
  const text =
    (rows.slice(0, at).findLast(isFollowerText) ?? rows.slice(at + 1).find(isFollowerText))?.repContent?.trim() ?? '';
  const place = rows.slice(0, at + 1).findLast(({ type, repType }) => type === '1' && repType === 'location');
  const params = new URLSearchParams({
    photo: photo.id,
    photoName: photo.name,
    title: (text || `${picture.nickName}发来的现场照片`).slice(0, 60),
    place: (place?.repContent?.trim() || '照片所示位置').slice(0, 60),
    // A default category. The user may change it before sending.
    category: usualCategory,
  });
  if (enterpriseId !== undefined) params.set('enterpriseId', enterpriseId);
  return `/bus/danger/report?${params}`;
}
