import { limits } from '@anlan/contract/limits';

export type MaterialKind = 'image' | 'voice' | 'video';

const under = limits.upload.wxMaterialBytes;

const rules = {
  image: {
    endings: ['jpeg', 'png', 'gif', 'bmp', 'jpg'],
    wrong: '上传图片格式不对!',
    large: '上传图片大小不能超过2M!',
    told: '支持 jpg、png、gif、bmp，小于 2M',
  },
  voice: {
    endings: ['mp3', 'wma', 'wav', 'amr'],
    wrong: '上传语音格式不对!',
    large: '上传语音大小不能超过2M!',
    told: '支持 mp3、wma、wav、amr，小于 2M，播放长度不超过60s',
  },
  video: {
    endings: ['mp4'],
    wrong: '上传视频格式不对!',
    large: '上传视频大小不能超过2M!',
    told: '支持 mp4，小于 2M',
  },
} as const;

/** The limits of a material kind as text, shown beside the upload button. */
export const toldOf = (kind: MaterialKind): string => rules[kind].told;
/** Accepted file extensions, in the format of the `accept` attribute. */
export const acceptOf = (kind: MaterialKind): string => rules[kind].endings.map((ending) => `.${ending}`).join(',');

/** Why a file is refused before the upload (VA-07, VA-08); null when it is accepted. The server checks again. */
export function fileProblem(kind: MaterialKind, file: { name: string; size: number }): string | null {
  const ending = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase() ?? '';
  const rule = rules[kind];
  const endings: readonly string[] = rule.endings;
  if (!endings.includes(ending)) return rule.wrong;
  return file.size < under ? null : rule.large;
}

/** Shown when a selected news item has several articles: only the first is sent (VA-09). */
export const firstArticleOnly = '图文消息条数限制在1条以内，已默认发送第一条';
/** Text before the error message of the server (ER-03). */
export const uploadFailed = '上传出错：';
/** Page sizes of the material picker (CN-02). */
export const pagerSizes = [10, 20] as const;
export type MaterialType = MaterialKind | 'news';
export const materialNames: Readonly<Record<MaterialType, string>> = {
  image: '图片',
  voice: '语音',
  video: '视频',
  news: '图文',
};
