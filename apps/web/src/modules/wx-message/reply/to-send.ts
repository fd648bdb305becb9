import { isExternalUrl } from '@anlan/contract/domain/values';
import type { WxSendInput } from '@anlan/contract/modules/wx-message/inputs';
import type { Draft, ReplyKind } from './drafts.ts';

/** Longest text that is sent. */
export const longestText = 600;
/** Longest note. */
export const longestNote = 300;

/** What of a message hangs on what was written. */
export type Written = Omit<WxSendInput, 'appId' | 'wxUserId' | 'seenId' | 'sure'>;

const words = (text: string) => text.trim() || undefined;

/** What a tab would send, or why it cannot yet. */
export function toSend(draft: Draft, kind: ReplyKind): Written | string {
  if (kind === 'text') {
    const text = draft.text.trim();
    if (text === '') return '请输入要发送的文字';
    return [...text].length > longestText ? `文字最多 ${longestText} 个字` : { repType: 'text', repContent: text };
  }
  if (kind === 'music') {
    const { name, description, url, hqUrl, thumb } = draft.music;
    if (name.trim() === '') return '请填写音乐标题';
    if (!isExternalUrl(url)) return '音乐链接应以 http:// 或 https:// 开头';
    if (hqUrl.trim() !== '' && !isExternalUrl(hqUrl)) return '高品质链接应以 http:// 或 https:// 开头';
    if (thumb === null) return '请选择音乐的缩略图';
    return {
      repType: 'music',
      repName: name.trim(),
      repDesc: words(description),
      repUrl: url.trim(),
      repHqUrl: words(hqUrl),
      repThumbMediaId: thumb.mediaId,
    };
  }
  const chosen = draft[kind];
  if (chosen === null)
    return { image: '请选择图片', voice: '请选择语音', video: '请选择视频', news: '请选择图文' }[kind];
  return {
    repType: kind,
    repMediaId: chosen.mediaId,
    repName: words(chosen.name.slice(0, 64)),
    ...(kind === 'video' ? { repDesc: words(chosen.description ?? '') } : {}),
    // What the chat shows of it; the first article alone is sent (VA-09).
    ...(kind === 'news' && chosen.article
      ? { repThumbMediaId: chosen.url, content: { articles: [chosen.article] } }
      : {}),
  };
}

/** What is left of a draft once a tab was sent. */
export const afterSending = (kind: ReplyKind): Partial<Draft> =>
  kind === 'text'
    ? { text: '' }
    : kind === 'music'
      ? { music: { name: '', description: '', url: '', hqUrl: '', thumb: null } }
      : { [kind]: null };
