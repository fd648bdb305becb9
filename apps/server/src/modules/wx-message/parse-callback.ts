// Converts a callback from WeChat into our message format.
import { createHash } from 'node:crypto';
import { textIn, type XmlNode } from '#platform/wechat/index.ts';
import type { PublishedTold } from '../wx-material/index.ts';
import type { WxRepType } from '@anlan/contract/modules/wx-message/views';

/** The elements of a callback that the inbox stores, as text. */
export type Callback = Readonly<Record<string, string>>;
const storedElements = [
  'ToUserName',
  'FromUserName',
  'CreateTime',
  'MsgType',
  'MsgId',
  'Content',
  'PicUrl',
  'MediaId',
  'Format',
  'Recognition',
  'ThumbMediaId',
  'Location_X',
  'Location_Y',
  'Scale',
  'Label',
  'Title',
  'Description',
  'Url',
  'Event',
  'EventKey',
  'Latitude',
  'Longitude',
] as const;

// PostgreSQL text cannot contain NUL or lone surrogates.
const storable = (text: string, most: number) => text.slice(0, most).toWellFormed().replaceAll('\0', '');
/** The relevant elements of a callback, each with limited length. */
export function callbackOf(xml: XmlNode): Callback {
  const callback: Record<string, string> = {};
  for (const name of storedElements) {
    const text = textIn(xml, name);
    if (text !== null && text !== '') callback[name] = storable(text, 8_000);
  }
  const scanned = textIn(xml, 'ScanCodeInfo', 'ScanResult');
  if (scanned) callback['ScanResult'] = storable(scanned, 2_000);
  const published = textIn(xml, 'PublishEventInfo', 'publish_id');
  if (published) {
    const eventText = (...path: string[]) => storable(textIn(xml, 'PublishEventInfo', ...path) ?? '', 1_000);
    // Two publication results in the same second must have different event keys.
    callback['EventKey'] = storable(published, 64);
    callback['PublishStatus'] = eventText('publish_status');
    callback['ArticleId'] = eventText('article_id');
    callback['ArticleUrl'] = eventText('article_detail', 'item', 'article_url');
  }
  return callback;
}

const digestOf = (parts: unknown) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
/**
 * Key that identifies a callback when WeChat sends it again: sender and MsgId, or else sender, time and content. The
 * sender is needed, because two followers may share a MsgId. Null without a sender or kind.
 */
export function eventKeyOf(callback: Callback): string | null {
  const { MsgId, FromUserName, CreateTime, MsgType } = callback;
  if (!FromUserName || !CreateTime || !MsgType) return null;
  return MsgId ? `m:${digestOf([FromUserName, MsgId])}` : `e:${digestOf(callback)}`;
}

export interface Incoming {
  repType: WxRepType;
  repEvent: string | null;
  repContent: string | null;
  repMediaId: string | null;
  repName: string | null;
  repDesc: string | null;
  repUrl: string | null;
  repThumbMediaId: string | null;
  repLocationX: number | null;
  repLocationY: number | null;
  repScale: number | null;
}

// Hidden characters that can disguise a text or break lines. The zero-width joiner is allowed, because emoji use it.
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const shown = (text: string | undefined, most: number): string | null => {
  const clean = text?.toWellFormed().replace(hidden, '').slice(0, most) ?? '';
  return clean === '' ? null : clean;
};
// Followers choose these addresses, so only an HTTP address may become a link.
const address = (text: string | undefined): string | null => {
  const clean = shown(text, 1_000);
  return clean !== null && /^https?:\/\/[^\s]+$/i.test(clean) ? clean : null;
};
const degrees = (text: string | undefined, most: number): number | null => {
  const number = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(number) && Math.abs(number) <= most ? number : null;
};
const mediaId = (text: string | undefined) => (text && /^[\w-]{1,128}$/.test(text) ? text : null);
const isKind = (
  text: string,
): text is 'text' | 'image' | 'voice' | 'video' | 'shortvideo' | 'location' | 'link' | 'event' =>
  ['text', 'image', 'voice', 'video', 'shortvideo', 'location', 'link', 'event'].includes(text);

/** Converts a callback into a message. An unknown kind becomes a text message that names the kind. */
export function incomingOf(callback: Callback): Incoming {
  const kind = callback['MsgType'] ?? '';
  const none: Incoming = {
    repType: 'text',
    repEvent: null,
    repContent: null,
    repMediaId: null,
    repName: null,
    repDesc: null,
    repUrl: null,
    repThumbMediaId: null,
    repLocationX: null,
    repLocationY: null,
    repScale: null,
  };
  if (!isKind(kind)) return { ...none, repContent: `[暂不支持的消息类型：${shown(kind, 30) ?? ''}]` };
  const media = { repMediaId: mediaId(callback['MediaId']) };
  switch (kind) {
    case 'text':
      return { ...none, repContent: shown(callback['Content'], 4_000) ?? '' };
    case 'image':
      return { ...none, ...media, repType: kind, repUrl: address(callback['PicUrl']) };
    case 'voice':
      return {
        ...none,
        ...media,
        repType: kind,
        repName: shown(callback['Format'], 20),
        repContent: shown(callback['Recognition'], 2_000),
      };
    case 'video':
    case 'shortvideo':
      return { ...none, ...media, repType: kind, repThumbMediaId: mediaId(callback['ThumbMediaId']) };
    case 'location':
      return {
        ...none,
        repType: kind,
        repContent: shown(callback['Label'], 300),
        repLocationX: degrees(callback['Location_X'], 90),
        repLocationY: degrees(callback['Location_Y'], 180),
        repScale: degrees(callback['Scale'], 100),
      };
    case 'link':
      return {
        ...none,
        repType: kind,
        repName: shown(callback['Title'], 200),
        repDesc: shown(callback['Description'], 500),
        repUrl: address(callback['Url']),
      };
    case 'event':
      return {
        ...none,
        repType: kind,
        repEvent: shown(callback['Event'], 40),
        repContent: shown(callback['ScanResult'] ?? callback['EventKey'], 1_000),
        repLocationX: degrees(callback['Latitude'], 90),
        repLocationY: degrees(callback['Longitude'], 180),
      };
  }
}

export function publishedIn(callback: Callback): PublishedTold | null {
  const { Event, EventKey = '', PublishStatus = '', ArticleId = '', ArticleUrl = '' } = callback;
  if (Event !== 'PUBLISHJOBFINISH' || !/^\d{1,3}$/.test(PublishStatus)) return null;
  const url = address(ArticleUrl);
  return {
    publishId: EventKey,
    status: Number(PublishStatus),
    articleId: ArticleId || null,
    articleUrls: url === null ? [] : [url],
  };
}

export const searchedText = (message: Pick<Incoming, 'repType' | 'repContent' | 'repName' | 'repDesc'>): string =>
  message.repType === 'event'
    ? ''
    : [message.repContent, message.repName, message.repDesc].filter((part) => part !== null).join('\n');
