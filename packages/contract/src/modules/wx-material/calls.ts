import * as z from 'zod/mini';
import { requiredText, id, instant, text, whole, withId } from '../../domain/fields.ts';
import { document, enveloped, get, pageOf, pageQuery, post } from '../../http/call-table.ts';
import { wxPublication } from './publication.ts';
import { wxAppId } from '../wx-account/resource.ts';
import { limits } from '../../limits.ts';

const mediaId = text(128, '素材').check(z.minLength(1, '请选择素材'));
const link = z.string().check(z.maxLength(1000), z.regex(/^(https?:\/\/.*)?$/, '链接应以 http:// 或 https:// 开头'));
export const wxArticleInput = z.object({
  title: requiredText(64, '标题'),
  author: z.optional(text(16, '作者')),
  digest: z.optional(text(120, '摘要')),
  /** Text of the article, with formatting; the server sanitizes it. */
  content: requiredText(20_000, '正文'),
  /** Address of the link "read the original" (阅读原文). */
  contentSourceUrl: z.optional(link),
  /** Media id of the picture that is the cover. */
  thumbMediaId: requiredText(128, '封面'),
  showCoverPic: z.optional(z.boolean()),
});
export const wxArticleView = z.object({
  title: z.string(),
  author: z.nullable(z.string()),
  digest: z.nullable(z.string()),
  content: z.string(),
  contentSourceUrl: z.nullable(z.string()),
  thumbMediaId: z.nullable(z.string()),
  thumbUrl: z.nullable(z.string()),
  /** Address of the article at WeChat, after publication. */
  url: z.nullable(z.string()),
});
export const wxMaterial = z.object({
  mediaId: z.string(),
  name: z.nullable(z.string()),
  url: z.nullable(z.string()),
  updateTime: instant,
  /** Articles of a news material; null for other kinds. */
  content: z.nullable(z.object({ articles: z.array(wxArticleView) })),
  type: z.enum(['image', 'voice', 'video', 'news']),
  sizeBytes: z.nullable(whole),
  /** Number of messages and automatic answers that use the material. */
  usedCount: whole,
});
export type WxMaterial = z.output<typeof wxMaterial>;

export const wxMaterialUse = z.object({
  where: z.enum(['autoReply', 'message', 'menu']),
  /** Id of the automatic answer, follower or account that uses the material. */
  id,
  name: z.string(),
  at: z.nullable(instant),
});

const typeFilter = z.object({
  current: z.optional(whole),
  size: z.optional(whole),
  appId: wxAppId,
  type: z.enum(['image', 'voice', 'video', 'news'], '请选择素材类型'),
});
const mediaInput = z.object({ appId: wxAppId, mediaId, fileName: z.optional(text(100)) });
const readAccess = { permit: 'wxmp:wxmsg:index', activity: 'background' } as const;

export const wxMaterialCalls = {
  page: get('/weixin/wxmaterial/page', {
    input: typeFilter,
    answer: enveloped(
      z.object({
        /** Number of materials of this kind, in total and in this response. */
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
      /** Position of the article to replace, from 0. */
      index: z.optional(whole),
      articles: z.array(wxArticleInput).check(z.minLength(1, '请填写文章'), z.maxLength(8, '文章最多 8 篇')),
    }),
    permit: 'wxmp:wxmaterial:edit',
    origin: 'spec §7',
  }),
  /** Returns the bytes of the account's own material. */
  other: get('/weixin/wxmaterial/materialOther', {
    input: mediaInput,
    answer: document('application/octet-stream'),
    origin: 'spec §7',
    ...readAccess,
  }),
  /** Returns the bytes of a follower's media. After three days it returns the error 该语音已过期 or 该视频已过期. */
  tempOther: get('/weixin/wxmaterial/tempMaterialOther', {
    input: mediaInput,
    answer: document('application/octet-stream'),
    origin: 'spec §7',
    ...readAccess,
  }),
  video: get('/weixin/wxmaterial/materialVideo', {
    input: z.object({ appId: wxAppId, mediaId }),
    answer: enveloped(
      z.object({ title: z.nullable(z.string()), description: z.nullable(z.string()), downUrl: z.string() }),
    ),
    origin: 'spec §7',
    ...readAccess,
  }),
  /** Uploads one file. The envelope has the text '0' in the field `code`, not the number 0. */
  upload: post('/weixin/wxmaterial/materialFileUpload', {
    input: z.object({
      appId: wxAppId,
      mediaType: z.enum(['image', 'voice', 'video'], '请选择素材类型'),
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
    permit: 'wxmp:wxmaterial:del',
  }),
  /** Returns how many materials of each kind are stored at WeChat, and the limits. */
  quota: get('/weixin/wxmaterial/quota', {
    input: z.object({ appId: wxAppId }),
    answer: enveloped(
      z.array(z.object({ type: z.enum(['image', 'voice', 'video', 'news']), used: whole, most: whole })),
    ),
    permit: 'wxmp:wxmaterial:index',
  }),
  /** Lists up to fifty uses of a material: menus and automatic answers first, then the latest messages. */
  uses: get('/weixin/wxmaterial/uses', {
    input: z.object({ appId: wxAppId, mediaId }),
    answer: enveloped(z.array(wxMaterialUse)),
    permit: 'wxmp:wxmaterial:index',
  }),
  /**
   * Submits a draft to WeChat for publication. The draft is removed from the drafts; WeChat reports the result later.
   */
  publish: post('/weixin/wxmaterial/publish', {
    input: z.object({ appId: wxAppId, mediaId }),
    answer: enveloped(wxPublication),
    permit: 'wxmp:wxmaterial:edit',
    impersonation: false,
  }),
  publicationPage: get('/weixin/wxmaterial/publication/page', {
    input: pageQuery({ appId: wxAppId }, []),
    answer: enveloped(pageOf(wxPublication)),
    permit: 'wxmp:wxmaterial:index',
  }),
  /** Queries WeChat for the result of a publication under way. */
  publicationCheck: post('/weixin/wxmaterial/publication/check', {
    input: withId,
    answer: enveloped(wxPublication),
    permit: 'wxmp:wxmaterial:edit',
  }),
  /** Withdraws a published news material, so that followers can no longer open it. */
  withdraw: post('/weixin/wxmaterial/publication/withdraw', {
    input: withId,
    answer: enveloped(wxPublication),
    permit: 'wxmp:wxmaterial:edit',
    impersonation: false,
  }),
};
