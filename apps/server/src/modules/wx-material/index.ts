/** wxMaterial: materials (素材) of public accounts. WeChat stores them; this module lists, adds and shows them. */
import type { InputOf } from '@anlan/contract/http/call-table';
import { limits } from '@anlan/contract/limits';
import { wxMaterialCalls, type WxMaterial } from '@anlan/contract/modules/wx-material/calls';
import * as z from 'zod/mini';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { detectKind, mediaTypes } from '#platform/files/index.ts';
import { cleanRichText } from '#platform/richtext/index.ts';
import { WechatFault, type TokenSource } from '#platform/wechat/index.ts';
import { wxAccountModule, type KeyedAccount } from '../wx-account/index.ts';
import { createFileCache } from './file-cache.ts';
import { answersNaming, dropMaterial, keepMaterial, knownOf, messageWith, usesOf } from './material-store.ts';
import { expiredText, keptMs, materialRules, savedName } from './rules.ts';
import { createPublishing } from './publish-articles.ts';
import {
  wechatAdded,
  wechatCounts,
  draftsCounted,
  wechatDrafts,
  wechatFiles,
  videoIn,
  wechatVideo,
} from './wechat-schemas.ts';

export type { PublishedTold } from './publish-articles.ts';

type Calls = typeof wxMaterialCalls;
type Article = InputOf<Calls['news']>['articles'][number];

function refused(error: unknown): never {
  if (error instanceof WechatFault) throw new AppError('invalid', error.message);
  throw error;
}
function believed<S extends z.ZodMiniType>(schema: S, response: unknown): z.output<S> {
  const read = schema.safeParse(response);
  if (!read.success) throw new AppError('unavailable', '微信的答复读不懂，请稍后再试');
  return read.data;
}
const some = (text: string | undefined) => (text === undefined || text === '' ? null : text);
const articleBody = (one: Article) => ({
  article_type: 'news',
  title: one.title,
  author: one.author ?? '',
  digest: one.digest ?? '',
  content: cleanRichText(one.content),
  content_source_url: one.contentSourceUrl ?? '',
  thumb_media_id: one.thumbMediaId,
  show_cover_pic: one.showCoverPic === true ? 1 : 0,
});

export const wxMaterialModule = defineModule('wxMaterial', {
  needs: { wxAccount: wxAccountModule },
  open({ kit, wxAccount }) {
    const { db, clock, audit, wechat } = kit;
    const cache = createFileCache(64 * 1024 * 1024);
    const accountOf = (scope: Scope, appId: string): Promise<KeyedAccount> =>
      db.read(scope, (tx) => wxAccount.demand(tx, appId));
    const tokensOf = ({ tenantId }: Scope, account: KeyedAccount) => wxAccount.tokensOf(tenantId, account);
    const say = (scope: Scope, account: KeyedAccount, path: string, body: object) =>
      wechat.say(tokensOf(scope, account), path, body).catch(refused);

    async function pageOf(
      scope: Scope,
      account: KeyedAccount,
      type: InputOf<Calls['page']>['type'],
      offset: number,
      count: number,
    ) {
      if (type === 'news') {
        const response = believed(
          wechatDrafts,
          await say(scope, account, '/cgi-bin/draft/batchget', { offset, count, no_content: 0 }),
        );
        return {
          total: response.total_count,
          items: response.item.map((one) => ({
            mediaId: one.media_id,
            name: some(one.content.news_item[0]?.title),
            url: null,
            updatedAt: one.update_time,
            content: {
              articles: one.content.news_item.map((article) => ({
                title: article.title ?? '',
                author: some(article.author),
                digest: some(article.digest),
                content: cleanRichText(article.content ?? ''),
                contentSourceUrl: some(article.content_source_url),
                thumbMediaId: some(article.thumb_media_id),
                thumbUrl: some(article.thumb_url),
                url: some(article.url),
              })),
            },
          })),
        };
      }
      const told = believed(
        wechatFiles,
        await say(scope, account, '/cgi-bin/material/batchget_material', { type, offset, count }),
      );
      return {
        total: told.total_count,
        items: told.item.map((one) => ({
          mediaId: one.media_id,
          name: some(one.name),
          url: some(one.url),
          updatedAt: one.update_time,
          content: null,
        })),
      };
    }

    const video = async (scope: Scope, { appId, mediaId }: InputOf<Calls['video']>) => {
      const account = await accountOf(scope, appId);
      const response = believed(
        wechatVideo,
        await say(scope, account, '/cgi-bin/material/get_material', { media_id: mediaId }),
      );
      if (!/^https?:\/\//.test(response.down_url)) throw new AppError('unavailable', '微信的答复读不懂，请稍后再试');
      return { title: some(response.title), description: some(response.description), downUrl: response.down_url };
    };

    async function fromFollower(scope: Scope, appId: string, mediaId: string) {
      const { account, message } = await db.read(scope, async (tx) => {
        const of = await wxAccount.demand(tx, appId);
        return { account: of, message: await messageWith(tx, of.id, mediaId) };
      });
      if (!message) throw new AppError('notFound');
      if (clock.now().getTime() - message.createTime.getTime() > keptMs)
        throw new AppError('notFound', expiredText(message.repType));
      return cache.get(`${account.id} temp ${mediaId}`, () =>
        wechat
          .download(tokensOf(scope, account), '/cgi-bin/media/get', `&media_id=${encodeURIComponent(mediaId)}`)
          .catch((error: unknown) => {
            if (error instanceof WechatFault && error.code === 40_007)
              throw new AppError('notFound', expiredText(message.repType));
            return refused(error);
          }),
      );
    }
    /** Downloads a material. For a video, WeChat returns only its address. */
    async function downloadMaterial(tokens: TokenSource, mediaId: string) {
      const file = await wechat.download(tokens, '/cgi-bin/material/get_material', '', { media_id: mediaId });
      const videoInfo = videoIn(file);
      return videoInfo === null ? file : wechat.film(videoInfo.down_url);
    }
    const shown = ({ type, bytes }: { type: string; bytes: Buffer }, name: string | undefined, mediaId: string) => {
      // The type is detected from the bytes. Unknown types are only downloaded, never displayed.
      const kind = detectKind(bytes);
      const contentType = kind === null ? 'application/octet-stream' : mediaTypes[kind];
      return {
        name: savedName(name, mediaId, kind === null ? type : contentType),
        type: contentType,
        body: bytes,
        isDownload: kind === null,
      };
    };

    return {
      async page(scope: Scope, { current = 1, size = 10, appId, type }: InputOf<Calls['page']>) {
        const account = await accountOf(scope, appId);
        const count = Math.min(Math.max(size, 1), 20);
        const { total, items } = await pageOf(scope, account, type, (Math.max(current, 1) - 1) * count, count);
        const { known, used } = await db.read(scope, (tx) =>
          knownOf(
            tx,
            account.id,
            items.map(({ mediaId }) => mediaId),
          ),
        );
        return {
          totalCount: total,
          itemCount: items.length,
          items: items.map(({ updatedAt, name, ...one }): WxMaterial => ({
            ...one,
            name: name ?? known.get(one.mediaId)?.name ?? null,
            updateTime: new Date(updatedAt * 1000),
            type,
            sizeBytes: known.get(one.mediaId)?.sizeBytes ?? null,
            usedCount: used.get(one.mediaId) ?? 0,
          })),
        };
      },

      async news(scope: Scope, { appId, articles }: InputOf<Calls['news']>) {
        const account = await accountOf(scope, appId);
        const body = { articles: articles.map(articleBody) };
        const { media_id: mediaId } = believed(wechatAdded, await say(scope, account, '/cgi-bin/draft/add', body));
        const note = articles[0]?.title ?? '';
        await db.scoped(scope, (tx) =>
          audit.record(tx, { call: 'wxMaterial.news', objectType: 'wxMaterial', objectId: account.id, note }),
        );
        return { mediaId };
      },
      async newsUpdate(scope: Scope, { appId, mediaId, index = 0, articles }: InputOf<Calls['newsUpdate']>) {
        const account = await accountOf(scope, appId);
        // One call to WeChat updates only one article, so several articles need several calls. The calls replace the
        // articles from `index` on.
        for (const [at, article] of articles.entries())
          await say(scope, account, '/cgi-bin/draft/update', {
            media_id: mediaId,
            index: index + at,
            articles: articleBody(article),
          });
        const note = articles[0]?.title ?? '';
        await db.scoped(scope, (tx) =>
          audit.record(tx, { call: 'wxMaterial.newsUpdate', objectType: 'wxMaterial', objectId: account.id, note }),
        );
        return null;
      },
      async other(scope: Scope, { appId, mediaId, fileName }: InputOf<Calls['other']>) {
        const account = await accountOf(scope, appId);
        const fetched = await cache.get(`${account.id} kept ${mediaId}`, () =>
          downloadMaterial(tokensOf(scope, account), mediaId).catch((error: unknown) => {
            if (error instanceof WechatFault && error.code === 40_007) throw new AppError('notFound', error.message);
            return refused(error);
          }),
        );
        return shown(fetched, fileName, mediaId);
      },
      tempOther: async (scope: Scope, { appId, mediaId, fileName }: InputOf<Calls['tempOther']>) =>
        shown(await fromFollower(scope, appId, mediaId), fileName, mediaId),
      video,
      async upload(
        scope: Scope,
        { appId, mediaType, title, introduction, file }: InputOf<Calls['upload']>,
      ): Promise<WxMaterial> {
        const rule = materialRules[mediaType];
        const chunks: Uint8Array[] = [];
        let size = 0;
        for await (const chunk of file.stream) {
          size += chunk.length;
          if (size > limits.upload.wxMaterialBytes) throw invalid({ field: 'file', msg: rule.tooLarge });
          chunks.push(chunk);
        }
        // A stream that reaches the size limit is cut without an error, so the limit is checked here.
        if ('truncated' in file.stream && file.stream.truncated === true)
          throw invalid({ field: 'file', msg: rule.tooLarge });
        const bytes = Buffer.concat(chunks);
        const kind = detectKind(bytes);
        const allowed: readonly string[] = rule.kinds;
        if (kind === null || !allowed.includes(kind)) throw invalid({ field: 'file', msg: rule.wrong });
        if (mediaType === 'video' && !title) throw invalid({ field: 'title', msg: '请填写视频标题' });
        const account = await accountOf(scope, appId);
        const name = title || file.name.slice(0, 64) || `素材.${kind}`;
        const response = believed(
          wechatAdded,
          await wechat
            .upload(tokensOf(scope, account), '/cgi-bin/material/add_material', `&type=${mediaType}`, {
              name: file.name,
              type: mediaTypes[kind],
              bytes,
              ...(mediaType === 'video'
                ? { description: { title: title ?? '', introduction: introduction ?? '' } }
                : {}),
            })
            .catch(refused),
        );
        const now = clock.now();
        const one = { mediaId: response.media_id, type: mediaType, name, url: some(response.url) };
        await db.scoped(scope, async (tx) => {
          await keepMaterial(tx, account.id, { ...one, contentType: mediaTypes[kind], sizeBytes: size }, now);
          await audit.record(tx, {
            call: 'wxMaterial.upload',
            objectType: 'wxMaterial',
            objectId: account.id,
            note: name,
          });
        });
        return { ...one, updateTime: now, content: null, sizeBytes: size, usedCount: 0 };
      },
      async remove(scope: Scope, { appId, mediaId }: InputOf<Calls['remove']>) {
        const account = await accountOf(scope, appId);
        const named = await db.read(scope, (tx) => answersNaming(tx, account.id, mediaId));
        if (named.length > 0) throw new AppError('invalid', `自动回复“${named.join('”“')}”还在使用这个素材`);
        // The ids of drafts and materials look the same, so both deletions are tried.
        await wechat
          .say(tokensOf(scope, account), '/cgi-bin/material/del_material', { media_id: mediaId })
          .catch((error: unknown) =>
            error instanceof WechatFault && error.code === 40_007
              ? wechat.say(tokensOf(scope, account), '/cgi-bin/draft/delete', { media_id: mediaId }).catch(refused)
              : refused(error),
          );
        cache.drop(`${account.id} kept ${mediaId}`);
        await db.scoped(scope, async (tx) => {
          await dropMaterial(tx, account.id, mediaId);
          await audit.record(tx, {
            call: 'wxMaterial.remove',
            objectType: 'wxMaterial',
            objectId: account.id,
            note: mediaId.slice(0, 40),
          });
        });
        return null;
      },
      fromFollower,
      async quota(scope: Scope, { appId }: InputOf<Calls['quota']>) {
        const account = await accountOf(scope, appId);
        const tokens = tokensOf(scope, account);
        const [materialCounts, drafts] = await Promise.all([
          wechat.read(tokens, '/cgi-bin/material/get_materialcount').catch(refused),
          wechat.read(tokens, '/cgi-bin/draft/count').catch(refused),
        ]);
        const { image_count: image, voice_count: voice, video_count: video } = believed(wechatCounts, materialCounts);
        const used = { image, voice, video, news: believed(draftsCounted, drafts).total_count };
        return (['image', 'voice', 'video', 'news'] as const).map((type) => ({
          type,
          used: used[type],
          most: type === 'news' ? materialRules.image.most : materialRules[type].most,
        }));
      },
      uses: (scope: Scope, { appId, mediaId }: InputOf<Calls['uses']>) =>
        db.read(scope, async (tx) => usesOf(tx, (await wxAccount.demand(tx, appId)).id, mediaId)),
      ...createPublishing({ db, clock, audit, wechat, accounts: wxAccount }),
    };
  },
  calls: wxMaterialCalls,
});
