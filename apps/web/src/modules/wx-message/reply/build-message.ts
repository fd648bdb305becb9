import { isExternalUrl } from '@anlan/contract/domain/value-checks';
import type { WxSendInput } from '@anlan/contract/modules/wx-message/inputs';
import type { Draft, ReplyKind } from './drafts.ts';

export const longestText = 600;
export const longestNote = 300;

export type Written = Omit<WxSendInput, 'appId' | 'wxUserId' | 'seenId' | 'sure'>;

const words = (text: string) => text.trim() || undefined;

/**
 * Builds the message to send from the draft of a reply tab. If the draft cannot be sent, returns the reason as text.
 */
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
  const selectedItem = draft[kind];
  if (selectedItem === null)
    return { image: '请选择图片', voice: '请选择语音', video: '请选择视频', news: '请选择图文' }[kind];
  return {
    repType: kind,
    repMediaId: selectedItem.mediaId,
    repName: words(selectedItem.name.slice(0, 64)),
    ...(kind === 'video' ? { repDesc: words(selectedItem.description ?? '') } : {}),
    // Show only the first article in the chat, because WeChat sends only this article (VA-09).
    ...(kind === 'news' && selectedItem.article
      ? { repThumbMediaId: selectedItem.url, content: { articles: [selectedItem.article] } }
      : {}),
  };
}

export const afterSending = (kind: ReplyKind): Partial<Draft> =>
  kind === 'text'
    ? { text: '' }
    : kind === 'music'
      ? { music: { name: '', description: '', url: '', hqUrl: '', thumb: null } }
      : { [kind]: null };
