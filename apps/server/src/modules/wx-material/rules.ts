import type { UploadedKind } from '@anlan/contract/modules/file/file';

/** Limits of each kind of material (VA-07, VA-08), with error messages. */
export const materialRules = {
  image: {
    kinds: ['jpg', 'png', 'gif', 'bmp'],
    wrong: '上传图片格式不对!',
    tooLarge: '上传图片大小不能超过2M!',
    most: 5_000,
  },
  voice: {
    kinds: ['mp3', 'wma', 'wav', 'amr'],
    wrong: '上传语音格式不对!',
    tooLarge: '上传语音大小不能超过2M!',
    most: 1_000,
  },
  video: { kinds: ['mp4'], wrong: '上传视频格式不对!', tooLarge: '上传视频大小不能超过2M!', most: 1_000 },
} as const satisfies Record<string, { kinds: readonly UploadedKind[]; wrong: string; tooLarge: string; most: number }>;
/** Milliseconds for which WeChat stores files that followers send (ST-13). */
export const keptMs = 259_200_000;
export const expiredText = (repType: string): string =>
  repType === 'voice' ? '该语音已过期' : repType === 'image' ? '该图片已过期' : '该视频已过期';

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'audio/amr': 'amr',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
};
export const savedName = (wanted: string | undefined, mediaId: string, type: string): string => {
  const base = (wanted ?? mediaId.slice(0, 20)).replace(/[\\/:*?"<>|]/g, '_').trim() || '素材';
  const ending = endings[type.split(';')[0]?.trim() ?? ''];
  return ending === undefined || base.endsWith(`.${ending}`) ? base : `${base}.${ending}`;
};
