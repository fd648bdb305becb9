// API calls of a public account to WeChat. The answer always has HTTP status 200; errors have an errcode.
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Account, WxState } from './state.ts';

const wellSaid = { errcode: 0, errmsg: 'ok' };
const refuse = (errcode: number, errmsg: string) => ({ errcode, errmsg });
const tokenWanted = z.object({
  grant_type: z.literal('client_credential'),
  appid: z.string(),
  secret: z.string(),
  force_refresh: z.optional(z.boolean()),
});
const some = z.record(z.string(), z.unknown());
const message = z.object({
  touser: z.string(),
  msgtype: z.enum(['text', 'image', 'voice', 'video', 'music', 'news', 'mpnews']),
});
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function partsOf(body: Buffer, contentType: string): Map<string, { filename: string; type: string; bytes: Buffer }> {
  const mark = /boundary=([^;]+)/.exec(contentType)?.[1] ?? '';
  const parts = new Map<string, { filename: string; type: string; bytes: Buffer }>();
  for (const piece of body.toString('latin1').split(`--${mark}`).slice(1, -1)) {
    const [head = '', ...rest] = piece.replace(/^\r\n/, '').split('\r\n\r\n');
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? '';
    const filename = Buffer.from(/filename="([^"]*)"/.exec(head)?.[1] ?? '', 'latin1').toString('utf8');
    const type = /content-type:\s*(\S+)/i.exec(head)?.[1] ?? '';
    parts.set(name, { filename, type, bytes: Buffer.from(rest.join('\r\n\r\n').replace(/\r\n$/, ''), 'latin1') });
  }
  return parts;
}

type Work = (account: Account, body: Record<string, unknown>, request: FastifyRequest, reply: FastifyReply) => unknown;
export type OpenCall = (method: 'GET' | 'POST', path: string, work: Work) => void;

export function openCalls(app: FastifyInstance, book: WxState, address: () => string): OpenCall {
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: 16 * 1024 * 1024 },
    (_request, body, done) => done(null, body),
  );
  app.post('/wx/cgi-bin/stable_token', (request) => {
    const wanted = tokenWanted.safeParse(request.body);
    const account = wanted.success ? book.account(wanted.data.appid) : undefined;
    if (!wanted.success || !account) return noteVerdict(request, refuse(40_013, 'invalid appid'));
    if (account.secret !== wanted.data.secret) return noteVerdict(request, refuse(40_125, 'invalid appsecret'));
    return noteVerdict(request, book.tokenOf(account, wanted.data.force_refresh === true));
  });
  const noteVerdict = (request: FastifyRequest, answer: object) => {
    request.verdict = 'errcode' in answer && answer.errcode !== 0 ? `拒绝：${String(answer.errcode)}` : '凭据正确';
    return answer;
  };
  const call: OpenCall = (method, path, work) =>
    void app.route({
      method,
      url: `/wx/cgi-bin/${path}`,
      bodyLimit: 16 * 1024 * 1024,
      handler: (request, reply) => {
        const query = some.parse(request.query);
        const account = book.byToken(textOf(query['access_token']));
        if (!account)
          return noteVerdict(request, refuse(40_001, 'invalid credential, access_token is invalid or not latest'));
        if (account.accessTokenUntil <= book.clock())
          return noteVerdict(request, refuse(42_001, 'access_token expired'));
        const read = some.safeParse(request.body);
        const answer = work(account, read.success ? read.data : {}, request, reply);
        return typeof answer === 'object' && answer !== null && !(answer instanceof Buffer) && answer !== reply
          ? noteVerdict(request, answer)
          : answer;
      },
    });

  call('POST', 'message/custom/send', (account, body) => {
    const read = message.safeParse(body);
    if (!read.success) return refuse(40_008, 'invalid message type');
    const { touser, msgtype } = read.data;
    if (!book.people.some(({ openid }) => openid === touser)) return refuse(40_003, 'invalid openid');
    const chat = book.chatOf(account.appId, touser);
    const inside = some.safeParse(body[msgtype]);
    const content = inside.success ? inside.data : {};
    const mediaId = textOf(content['media_id']) || null;
    const hasMaterial = (id: string) =>
      account.materials.some((one) => one.mediaId === id) || account.drafts.some((one) => one.mediaId === id);
    if (mediaId !== null && !hasMaterial(mediaId)) return refuse(40_007, 'invalid media_id');
    if (msgtype === 'text' && textOf(content['content']) === '') return refuse(44_004, 'empty content');
    const code = book.use(chat);
    if (code !== 0)
      return refuse(
        code,
        code === 45_015
          ? 'response out of time limit'
          : code === 45_047
            ? 'out of response count limit'
            : 'require subscribe',
      );
    const articles = z.array(some).safeParse(content['articles']);
    const [article] = articles.success ? articles.data : [];
    const draft = account.drafts.find((one) => one.mediaId === mediaId)?.articles[0];
    const shown = article ?? draft ?? content;
    const thumbId = textOf(shown['thumb_media_id']);
    const card = {
      title: textOf(shown['title']),
      note: textOf(shown['description']) || textOf(shown['digest']),
      url: textOf(shown['url']) || textOf(shown['musicurl']),
      picture: textOf(shown['picurl']) || (thumbId && `/_ctl/wx/file/${thumbId}`),
    };
    chat.lines.push({
      from: 'account',
      kind: msgtype,
      text: textOf(content['content']),
      mediaId,
      card: card.title || card.picture ? card : null,
      at: book.clock(),
    });
    return wellSaid;
  });
  call('GET', 'media/get', (_account, _body, request, reply) => {
    const tempFile = book.temp(textOf(some.parse(request.query)['media_id']));
    return tempFile ? reply.type(tempFile.contentType).send(tempFile.bytes) : refuse(40_007, 'invalid media_id');
  });
  call('POST', 'material/add_material', (account, _body, request) => {
    const type = textOf(some.parse(request.query)['type']);
    const parts = partsOf(request.body as Buffer, String(request.headers['content-type']));
    const media = parts.get('media');
    if (!media || media.bytes.length === 0) return refuse(41_005, 'media data missing');
    if (media.bytes.length > 10 * 1024 * 1024) return refuse(40_006, 'invalid meida size');
    let words: Record<string, unknown> = {};
    if (type === 'video') {
      try {
        words = some.parse(JSON.parse(parts.get('description')?.bytes.toString('utf8') ?? ''));
      } catch {
        return refuse(41_028, 'description missing');
      }
    }
    const mediaId = randomBytes(32).toString('base64url');
    account.materials.unshift({
      mediaId,
      type,
      name: media.filename,
      contentType: media.type,
      bytes: media.bytes,
      title: textOf(words['title']),
      introduction: textOf(words['introduction']),
      updatedAt: book.clock(),
    });
    return { media_id: mediaId, ...(type === 'image' ? { url: `${address()}/_ctl/wx/file/${mediaId}` } : {}) };
  });
  const window = (body: Record<string, unknown>) => ({
    offset: Number(body['offset']) || 0,
    count: Math.min(Number(body['count']) || 20, 20),
  });
  call('POST', 'material/batchget_material', (account, body) => {
    const all = account.materials.filter(({ type }) => type === body['type']);
    const { offset, count } = window(body);
    const item = all.slice(offset, offset + count).map((one) => ({
      media_id: one.mediaId,
      name: one.title || one.name,
      update_time: Math.floor(one.updatedAt / 1000),
      ...(one.type === 'image' ? { url: `${address()}/_ctl/wx/file/${one.mediaId}` } : {}),
    }));
    return { total_count: all.length, item_count: item.length, item };
  });
  call('POST', 'material/get_material', (account, body, _request, reply) => {
    const one = account.materials.find(({ mediaId }) => mediaId === body['media_id']);
    if (!one) return refuse(40_007, 'invalid media_id');
    if (one.type === 'video')
      return { title: one.title, description: one.introduction, down_url: `${address()}/_ctl/wx/file/${one.mediaId}` };
    return reply.type(one.contentType).send(one.bytes);
  });
  call('POST', 'material/del_material', (account, body) => {
    const at = account.materials.findIndex(({ mediaId }) => mediaId === body['media_id']);
    if (at < 0) return refuse(40_007, 'invalid media_id');
    account.materials.splice(at, 1);
    return wellSaid;
  });
  call('POST', 'draft/add', (account, body) => {
    const articles = z.array(some).safeParse(body['articles']);
    if (!articles.success || articles.data.length === 0) return refuse(44_003, 'empty news data');
    if (articles.data.some((one) => !account.materials.some(({ mediaId }) => mediaId === one['thumb_media_id'])))
      return refuse(40_007, 'invalid media_id');
    const mediaId = randomBytes(32).toString('base64url');
    account.drafts.unshift({ mediaId, updatedAt: book.clock(), articles: articles.data });
    return { media_id: mediaId };
  });
  call('POST', 'draft/update', (account, body) => {
    const draft = account.drafts.find(({ mediaId }) => mediaId === body['media_id']);
    const article = some.safeParse(body['articles']);
    const index = Number(body['index']);
    if (!draft) return refuse(40_007, 'invalid media_id');
    if (!article.success || !(index in draft.articles)) return refuse(40_114, 'invalid index value');
    draft.articles[index] = article.data;
    draft.updatedAt = book.clock();
    return wellSaid;
  });
  call('POST', 'draft/delete', (account, body) => {
    const at = account.drafts.findIndex(({ mediaId }) => mediaId === body['media_id']);
    if (at < 0) return refuse(40_007, 'invalid media_id');
    account.drafts.splice(at, 1);
    return wellSaid;
  });
  call('POST', 'draft/get', (account, body) => {
    const draft = account.drafts.find(({ mediaId }) => mediaId === body['media_id']);
    return draft ? { news_item: draft.articles } : refuse(40_007, 'invalid media_id');
  });
  call('GET', 'draft/count', (account) => ({ total_count: account.drafts.length }));
  call('GET', 'material/get_materialcount', (account) => {
    const of = (type: string) => account.materials.filter((one) => one.type === type).length;
    return {
      image_count: of('image'),
      voice_count: of('voice'),
      video_count: of('video'),
      news_count: account.drafts.length,
    };
  });
  call('POST', 'draft/batchget', (account, body) => {
    const { offset, count } = window(body);
    const item = account.drafts.slice(offset, offset + count).map(({ mediaId, updatedAt, articles }) => ({
      media_id: mediaId,
      update_time: Math.floor(updatedAt / 1000),
      content: {
        news_item: articles.map((one) => ({
          ...one,
          thumb_url: `${address()}/_ctl/wx/file/${textOf(one['thumb_media_id'])}`,
        })),
      },
    }));
    return { total_count: account.drafts.length, item_count: item.length, item };
  });
  return call;
}
