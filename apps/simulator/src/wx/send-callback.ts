// Sends an action of a follower to the account's server as a callback, encrypted and signed as WeChat does.
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { openTraffic } from '../traffic.ts';
import type { Account, LineCard, WxState } from './state.ts';
import { documentOf, encrypt, sign } from './envelope.ts';
import { samplePicture, sampleVideo, sampleVoice } from './samples.ts';

export const twists = {
  well: '正常',
  late: '晚 3 秒',
  doubled: '发两遍',
  badSignature: '签名不对',
  stale: '十分钟前的',
  foreign: '别的公众号的',
  plain: '不加密',
} as const;
export const actInput = z.object({
  appId: z.string(),
  openid: z.string(),
  what: z.enum([
    'text',
    'image',
    'voice',
    'video',
    'shortvideo',
    'location',
    'link',
    'subscribe',
    'unsubscribe',
    'scan',
    'click',
    'view',
    'scancode',
  ]),
  text: z.optional(z.string()),
  data: z.optional(z.string()),
  contentType: z.optional(z.string()),
  /** MsgId of the callback; by default the next id. An empty text omits the MsgId. */
  msgId: z.optional(z.string()),
  twist: z.optional(z.enum(['well', 'late', 'doubled', 'badSignature', 'stale', 'foreign', 'plain'])),
});
export type Act = z.output<typeof actInput>;

export interface CallbackResult {
  status: number;
  answer: string;
  mediaId: string | null;
}
const events: Readonly<Record<string, string>> = {
  subscribe: 'subscribe',
  unsubscribe: 'unsubscribe',
  scan: 'SCAN',
  click: 'CLICK',
  view: 'VIEW',
  scancode: 'scancode_waitmsg',
};

export function openCallbacks(book: WxState, traffic: ReturnType<typeof openTraffic>) {
  let last = BigInt(Date.now()) * 1_000_000n;

  async function sendCallback(
    account: Account,
    xml: string,
    twist: keyof typeof twists,
  ): Promise<{ status: number; answer: string }> {
    const door = book.doorOf(account);
    if (door === null) return { status: 0, answer: '没有服务器地址' };
    const timestamp = String(Math.floor(book.clock() / 1000) - (twist === 'stale' ? 600 : 0));
    const nonce = randomBytes(8).toString('hex');
    const query = new URLSearchParams({ timestamp, nonce, signature: sign(account.token, timestamp, nonce) });
    let body = xml;
    if (account.mode !== 'plain' && twist !== 'plain') {
      const encrypted = encrypt(xml, twist === 'foreign' ? 'wx0000000000foreign' : account.appId, account.aesKey);
      const signature = sign(account.token, timestamp, nonce, encrypted);
      query.set('encrypt_type', 'aes');
      query.set('msg_signature', twist === 'badSignature' ? signature.split('').reverse().join('') : signature);
      body = documentOf({ ToUserName: account.appId, Encrypt: encrypted });
    } else if (twist === 'badSignature') query.set('signature', '0'.repeat(40));
    const since = performance.now();
    const note = (status: number, answer: string) =>
      traffic.note({
        direction: 'out',
        service: 'wx',
        method: 'POST',
        address: `${door}?${query}`,
        headers: { 'content-type': 'text/xml' },
        body,
        status,
        verdict: status === 200 && answer === 'success' ? '收下' : '拒绝',
        answer,
        ms: Math.round(performance.now() - since),
      });
    try {
      const reply = await fetch(`${door}?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'text/xml' },
        body,
        signal: AbortSignal.timeout(5_000),
      });
      const answer = await reply.text();
      note(reply.status, answer);
      return { status: reply.status, answer };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      note(0, why);
      return { status: 0, answer: why };
    }
  }

  interface Callback {
    fields: Record<string, unknown>;
    mediaId: string | null;
    card?: LineCard;
  }
  function fieldsOf(act: Act): Callback {
    const { what, text = '' } = act;
    const bytes = act.data === undefined ? null : Buffer.from(act.data, 'base64');
    const media = (type: string, sample: Buffer) =>
      book.keepTemp(bytes ? (act.contentType ?? type) : type, bytes ?? sample);
    const event = events[what];
    if (event !== undefined) {
      const scanned =
        what === 'scancode' ? { ScanCodeInfo: { ScanType: 'qrcode', ScanResult: text || 'AQ-0001' } } : {};
      return { fields: { MsgType: 'event', Event: event, EventKey: text, ...scanned }, mediaId: null };
    }
    last += 1n;
    const MsgId = act.msgId ?? last.toString();
    if (what === 'text') return { fields: { MsgType: 'text', Content: text, MsgId }, mediaId: null };
    if (what === 'location')
      return {
        fields: {
          MsgType: 'location',
          Location_X: 30.2741,
          Location_Y: 120.1551,
          Scale: 16,
          Label: text || '临澜区湖滨路 1 号',
          MsgId,
        },
        mediaId: null,
        card: { title: text || '临澜区湖滨路 1 号', note: '北纬 30.2741，东经 120.1551', url: '', picture: '' },
      };
    if (what === 'link')
      return {
        fields: {
          MsgType: 'link',
          Title: text || '安全生产月',
          Description: '活动通知',
          Url: 'https://anlan.example.com/notice',
          MsgId,
        },
        mediaId: null,
        card: { title: text || '安全生产月', note: '活动通知', url: 'https://anlan.example.com/notice', picture: '' },
      };
    if (what === 'image') {
      const mediaId = media('image/png', samplePicture(Number(last % 60n)));
      return { fields: { MsgType: 'image', PicUrl: 'https://mmbiz.example.com/p', MediaId: mediaId, MsgId }, mediaId };
    }
    if (what === 'voice') {
      const mediaId = media('audio/amr', sampleVoice(3));
      return { fields: { MsgType: 'voice', Format: 'amr', Recognition: text, MediaId: mediaId, MsgId }, mediaId };
    }
    const mediaId = media('video/webm', sampleVideo());
    const ThumbMediaId = book.keepTemp('image/png', samplePicture(7));
    return { fields: { MsgType: what, MediaId: mediaId, ThumbMediaId, MsgId }, mediaId };
  }

  return {
    async published(appId: string, publishId: string): Promise<void> {
      const account = book.account(appId);
      const publication = account?.publications.find((one) => one.publishId === publishId);
      if (!account || !publication || publication.status !== 1) return;
      publication.status = account.publishEnds;
      const publishedArticle = book.publishedAs(publication);
      const { article_detail: detail = null } = publishedArticle;
      const xml = documentOf({
        ToUserName: account.appId,
        FromUserName: book.people[0]?.openid ?? '',
        CreateTime: Math.floor(book.clock() / 1000),
        MsgType: 'event',
        Event: 'PUBLISHJOBFINISH',
        PublishEventInfo: {
          publish_id: publishId,
          publish_status: publication.status,
          ...(detail === null
            ? {}
            : { article_id: publication.articleId, article_detail: { count: detail.count, item: detail.item[0] } }),
        },
      });
      await sendCallback(account, xml, 'well');
    },
    async act(act: Act): Promise<CallbackResult | { problem: string }> {
      const account = book.account(act.appId);
      if (!account) return { problem: '没有这个公众号' };
      const { what, openid, text = '', twist = 'well' } = act;
      const chat = book.chatOf(act.appId, openid);
      const { fields, mediaId, card = null } = fieldsOf(act);
      if (what === 'subscribe') chat.subscribed = true;
      if (what === 'unsubscribe') chat.subscribed = false;
      if (!(what in events)) book.opens(chat, 'said');
      else if (what !== 'view' && what !== 'unsubscribe') book.opens(chat, 'tap');
      chat.lines.push({
        from: 'follower',
        kind: what,
        text,
        mediaId,
        card,
        at: book.clock(),
      });
      const xml = documentOf({
        ToUserName: account.appId,
        FromUserName: openid,
        CreateTime: Math.floor(book.clock() / 1000),
        ...fields,
      });
      if (twist === 'late') await new Promise((done) => setTimeout(done, 3_000));
      const first = await sendCallback(account, xml, twist);
      if (twist === 'doubled') await sendCallback(account, xml, twist);
      return { ...first, mediaId };
    },
  };
}
