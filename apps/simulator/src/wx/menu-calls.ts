// Menu and publishing calls with the limits of WeChat. A value beyond a limit gets WeChat's error code.
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { WxState, MenuEntry } from './state.ts';
import type { OpenCall } from './calls.ts';

const text = z.optional(z.string());
const entry = { name: z.string(), type: text, key: text, url: text, appid: text, pagepath: text, media_id: text };
const menu = z.object({
  button: z.array(z.object({ ...entry, sub_button: z.optional(z.array(z.object(entry))) })),
});
const bytes = (of: string) => Buffer.byteLength(of);
const wellSaid = { errcode: 0, errmsg: 'ok' };
const refuse = (errcode: number, errmsg: string) => ({ errcode, errmsg });

function actionCode(one: MenuEntry): number {
  if (one.type === 'view' || one.type === 'miniprogram') {
    if (!/^https?:\/\//.test(one.url ?? '') || bytes(one.url ?? '') > 1024) return 40_055;
    return one.type === 'miniprogram' && (!one.appid || !one.pagepath) ? 40_166 : 0;
  }
  if (one.type === 'media_id') return one.media_id ? 0 : 40_007;
  return one.type === undefined || !one.key || bytes(one.key) > 128 ? 40_019 : 0;
}
function menuCode(buttons: readonly (MenuEntry & { sub_button?: MenuEntry[] | undefined })[]): number {
  if (buttons.length < 1 || buttons.length > 3) return 40_017;
  for (const { sub_button: below = [], ...one } of buttons) {
    if (one.name === '' || bytes(one.name) > 16) return 40_018;
    if (below.length > 5) return 40_023;
    if (below.some(({ name }) => name === '' || bytes(name) > 60)) return 40_025;
    const [code = 0] = (below.length === 0 ? [one] : below).map(actionCode).filter((each) => each !== 0);
    if (code !== 0) return code;
  }
  return 0;
}

export function openMenuCalls(
  call: OpenCall,
  book: WxState,
  publishedLater: (appId: string, publishId: string) => void,
) {
  call('POST', 'menu/create', (account, body) => {
    const read = menu.safeParse(body);
    if (!read.success) return refuse(40_016, 'invalid button size');
    const code = menuCode(read.data.button);
    if (code !== 0) return refuse(code, 'invalid button');
    account.menu = read.data.button;
    return wellSaid;
  });
  call('GET', 'menu/get', (account) =>
    account.menu.length === 0 ? refuse(46_003, 'menu no exist') : { menu: { button: account.menu } },
  );
  call('GET', 'menu/delete', (account) => {
    account.menu = [];
    return wellSaid;
  });

  call('POST', 'freepublish/submit', (account, body) => {
    const draft = account.drafts.find(({ mediaId }) => mediaId === body['media_id']);
    if (!draft) return refuse(53_503, 'draft not exist');
    const publishId = String(2_247_483_655 + account.publications.length);
    const articleId = randomBytes(24).toString('base64url');
    account.publications.push({ publishId, articleId, status: 1, articles: draft.articles.length });
    account.drafts.splice(account.drafts.indexOf(draft), 1);
    publishedLater(account.appId, publishId);
    return { ...wellSaid, publish_id: publishId, msg_data_id: '1' };
  });
  call('POST', 'freepublish/get', (account, body) => {
    const publication = account.publications.find(({ publishId }) => publishId === body['publish_id']);
    if (!publication) return refuse(53_600, 'article id invalid');
    return { publish_id: publication.publishId, publish_status: publication.status, ...book.publishedAs(publication) };
  });
  call('POST', 'freepublish/delete', (account, body) => {
    const publication = account.publications.find(({ articleId }) => articleId === body['article_id']);
    if (!publication) return refuse(53_600, 'article id invalid');
    publication.status = 4;
    return wellSaid;
  });
}
