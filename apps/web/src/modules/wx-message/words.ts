import type { WxMessage, WxRepType } from '@anlan/contract/modules/wx-message/views';
import { withFaces } from './emoji.ts';

export const kindNames: Readonly<Record<WxRepType, string>> = {
  text: '文本',
  image: '图片',
  voice: '语音',
  video: '视频',
  shortvideo: '小视频',
  location: '位置',
  link: '链接',
  news: '图文',
  music: '音乐',
  event: '事件',
  note: '备注',
};

export const stateNames = { pending: '待回复', answered: '已回复', ended: '已结束' } as const;
export const stateTones = { pending: 'orange', answered: 'green', ended: 'grey' } as const;

export function eventText({ repEvent, repContent, repName }: WxMessage): string {
  const what = repName ?? repContent ?? '';
  switch (repEvent) {
    case 'subscribe':
      return '关注了公众号';
    case 'unsubscribe':
      return '取消关注';
    case 'CLICK':
      return `点击菜单：${what}`;
    case 'VIEW':
      return `点击菜单链接：${what}`;
    case 'scancode_waitmsg':
      return `扫码：${what}`;
    case 'SCAN':
      return `扫描二维码${what && `：${what}`}`;
    case 'LOCATION':
      return '上报了位置';
    default:
      return repEvent ?? '事件';
  }
}

export function shortText(message: WxMessage): string {
  const { repType, repContent, repName, content } = message;
  if (repType === 'text') return withFaces(repContent ?? '');
  if (repType === 'event') return `[事件] ${eventText(message)}`;
  const more = {
    location: repContent,
    link: repName,
    music: repName,
    news: content?.articles[0]?.title ?? repName,
    note: repContent,
  } as Partial<Record<WxRepType, string | null>>;
  return [`[${kindNames[repType]}]`, more[repType]].filter(Boolean).join(' ');
}

export const calledOf = ({ remark, nickName }: { remark: string | null; nickName: string }): string =>
  remark ? `${remark}（${nickName}）` : nickName;
