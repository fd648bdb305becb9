import * as z from 'zod/mini';
import { filled, id, instant, text, whole, withId } from '../../domain/fields.ts';
import { document, enveloped, get, nothing, pageOf, pageQuery, post } from '../../http/dialect.ts';
import { wxPublication } from './publication.ts';
import { wxAppId } from '../wx-account/resource.ts';
import { limits } from '../../limits.ts';

const mediaId = text(128, '素材').check(z.minLength(1, '请选择素材'));
const link = z.string().check(z.maxLength(1000), z.regex(/^(https?:\/\/.*)?$/, '链接应以 http:// 或 https:// 开头'));
/** An article of a news material as it is written. */
export const wxArticleInput = z.object({
  title: filled(64, '标题'),
  author: z.optional(text(16, '作者')),
  digest: z.optional(text(120, '摘要')),
  /** Formatted text; cleaned by the server. */
  content: filled(20_000, '正文'),
  /** Where 阅读原文 leads to. */
  contentSourceUrl: z.optional(link),
  /** Picture of the cover: a picture material. */
  thumbMediaId: filled(128, '封面'),
  showCoverPic: z.optional(z.boolean()),
});
/** An article as the list of materials shows it. */
export const wxArticleView = z.object({
  title: z.string(),
  author: z.nullable(z.string()),
  digest: z.nullable(z.string()),
  content: z.string(),
  contentSourceUrl: z.nullable(z.string()),
  thumbMediaId: z.nullable(z.string()),
  /** Address of the cover. */
  thumbUrl: z.nullable(z.string()),
  /** Address at WeChat, once it is published. */
  url: z.nullable(z.string()),
});
/** A material of a public account. */
export const wxMaterial = z.object({
  mediaId: z.string(),
  name: z.nullable(z.string()),
  url: z.nullable(z.string()),
  updateTime: instant,
  /** Articles of a news material; null for others. */
  content: z.nullable(z.object({ articles: z.array(wxArticleView) })),
  type: z.enum(['image', 'voice', 'video', 'news']),
  sizeBytes: z.nullable(whole),
  /** How often messages and automatic answers name it. */
  usedCount: whole,
});
/** A material of a public account. */
export type WxMaterial = z.output<typeof wxMaterial>;

/** Where a material is used. */
export const wxMaterialUse = z.object({
  /** An automatic answer, or a message that was sent. */
  where: z.enum(['autoReply', 'message', 'menu']),
  /** Automatic answer, follower, or account. */
  id,
  /** Name of the answer, or who was written to. */
  name: z.string(),
  /** When it was sent. */
  at: z.nullable(instant),
});

const ofType = z.object({
  current: z.optional(whole),
  size: z.optional(whole),
  appId: wxAppId,
  type: z.enum(['image', 'voice', 'video', 'news'], '请选择素材类型'),
});
const ofMedia = z.object({ appId: wxAppId, mediaId, /** Name to save it by. */ fileName: z.optional(text(100)) });
const read = { permit: 'wxmp:wxmsg:index', activity: 'background' } as const;

/** Calls of materials of public accounts. */
export const wxMaterialCalls = {
  page: get('/weixin/wxmaterial/page', {
    input: ofType,
    answer: enveloped(
      z.object({
        /** Materials of the kind in all, and in this answer. */
        totalCount: whole,
        itemCount: whole,
        items: z.array(wxMaterial),
      }),
    ),
    permit: 'wxmp:wxmaterial:index',
    origin: 'spec §7',
  }),
  news: post('/weixin/wxmaterial/materialNews', {
    input: z.object({
      appId: wxAppId,
      articles: z.array(wxArticleInput).check(z.minLength(1, '请至少填写一篇文章'), z.maxLength(8, '文章最多 8 篇')),
    }),
    answer: enveloped(z.object({ mediaId: z.string() })),
    permit: 'wxmp:wxmaterial:add',
    origin: 'spec §7',
  }),
  newsUpdate: post('/weixin/wxmaterial/materialNews/update', {
    input: z.object({
      appId: wxAppId,
      mediaId,
      /** Which article is replaced, from 0. */
      index: z.optional(whole),
      articles: z.array(wxArticleInput).check(z.minLength(1, '请填写文章'), z.maxLength(8, '文章最多 8 篇')),
    }),
    answer: nothing,
    permit: 'wxmp:wxmaterial:edit',
    origin: 'spec §7',
  }),
  /** A material of ours, as bytes. */
  other: get('/weixin/wxmaterial/materialOther', {
    input: ofMedia,
    answer: document('application/octet-stream'),
    origin: 'spec §7',
    ...read,
  }),
  /** What a follower sent, as bytes; after three days 该语音已过期 / 该视频已过期. */
  tempOther: get('/weixin/wxmaterial/tempMaterialOther', {
    input: ofMedia,
    answer: document('application/octet-stream'),
    origin: 'spec §7',
    ...read,
  }),
  video: get('/weixin/wxmaterial/materialVideo', {
    input: z.object({ appId: wxAppId, mediaId }),
    answer: enveloped(
      z.object({ title: z.nullable(z.string()), description: z.nullable(z.string()), downUrl: z.string() }),
    ),
    origin: 'spec §7',
    ...read,
  }),
  /** Uploads one file; the envelope's code is the string '0'. */
  upload: post('/weixin/wxmaterial/materialFileUpload', {
    input: z.object({
      appId: wxAppId,
      mediaType: z.enum(['image', 'voice', 'video'], '请选择素材类型'),
      /** Title and introduction of a video. */
      title: z.optional(text(64, '标题')),
      introduction: z.optional(text(200, '描述')),
    }),
    file: {
      maxBytes: limits.upload.wxMaterialBytes,
      kinds: ['png', 'jpg', 'gif', 'bmp', 'mp3', 'wav', 'wma', 'amr', 'mp4'],
    },
    answer: enveloped(wxMaterial),
    permit: 'wxmp:wxmaterial:add',
    wait: 'upload',
    codeAsText: true,
    origin: 'spec §7',
  }),
  remove: post('/weixin/wxmaterial/materialDel', {
    input: z.object({ appId: wxAppId, mediaId }),
    answer: nothing,
    permit: 'wxmp:wxmaterial:del',
    origin: 'chosen',
  }),
  /** How many materials of each kind WeChat keeps, and how many it would. */
  quota: get('/weixin/wxmaterial/quota', {
    input: z.object({ appId: wxAppId }),
    answer: enveloped(
      z.array(z.object({ type: z.enum(['image', 'voice', 'video', 'news']), used: whole, most: whole })),
    ),
    permit: 'wxmp:wxmaterial:index',
    origin: 'chosen',
  }),
  /** Where a material is used, at most fifty places: menus and automatic answers first, then the latest messages. */
  uses: get('/weixin/wxmaterial/uses', {
    input: z.object({ appId: wxAppId, mediaId }),
    answer: enveloped(z.array(wxMaterialUse)),
    permit: 'wxmp:wxmaterial:index',
    origin: 'chosen',
  }),
  /** Gives a draft to WeChat to be published; it leaves the drafts, and what becomes of it is told later. */
  publish: post('/weixin/wxmaterial/publish', {
    input: z.object({ appId: wxAppId, mediaId }),
    answer: enveloped(wxPublication),
    permit: 'wxmp:wxmaterial:edit',
    impersonation: false,
    origin: 'chosen',
  }),
  /** What was given to be published, the latest first. */
  publicationPage: get('/weixin/wxmaterial/publication/page', {
    input: pageQuery({ appId: wxAppId }, []),
    answer: enveloped(pageOf(wxPublication)),
    permit: 'wxmp:wxmaterial:index',
    origin: 'chosen',
  }),
  /** Asks WeChat what has become of news that are still under way. */
  publicationCheck: post('/weixin/wxmaterial/publication/check', {
    input: withId,
    answer: enveloped(wxPublication),
    permit: 'wxmp:wxmaterial:edit',
    origin: 'chosen',
  }),
  /** Takes published news back: followers can no longer open them. */
  withdraw: post('/weixin/wxmaterial/publication/withdraw', {
    input: withId,
    answer: enveloped(wxPublication),
    permit: 'wxmp:wxmaterial:edit',
    impersonation: false,
    origin: 'chosen',
  }),
};
