// Simulated WeChat public accounts: API calls, followers on a phone, and test controls.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { openTraffic } from '../traffic.ts';
import { openWxState } from './state.ts';
import { openCalls } from './calls.ts';
import { openMenuCalls } from './menu-calls.ts';
import { actInput, openCallbacks, twists } from './send-callback.ts';

const accountInput = z.object({
  appId: z.string(),
  name: z._default(z.string(), '测试号'),
  secret: z.string(),
  token: z.string(),
  aesKey: z.string(),
  mode: z._default(z.enum(['plain', 'compatible', 'safe']), 'safe'),
  door: z.nullable(z.string()),
});
const switchInput = z.object({
  appId: z.string(),
  what: z.enum(['expireToken', 'useUpQuota', 'closeWindow', 'publishWell', 'publishRefused']),
  openid: z.optional(z.string()),
});
const clockInput = z.object({ offsetMs: z.number() });
const chatQuery = z.object({ appId: z.optional(z.string()), openid: z.optional(z.string()) });
const fileParams = z.object({ id: z.string() });

export const wxFacts = { wxTwists: twists };

export function openWx(app: FastifyInstance, traffic: ReturnType<typeof openTraffic>) {
  const book = openWxState();
  let address = '';
  const call = openCalls(app, book, () => address);
  const { act, published } = openCallbacks(book, traffic);
  openMenuCalls(call, book, (appId, publishId) => void setTimeout(() => void published(appId, publishId), 300).unref());
  const lever = <T extends z.core.$ZodType>(path: string, schema: T, pull: (given: z.output<T>) => unknown) =>
    app.post(path, { bodyLimit: 16 * 1024 * 1024 }, async (request, reply) => {
      const parsedBody = z.safeParse(schema, request.body);
      if (!parsedBody.success) return reply.code(400).send({ message: z.prettifyError(parsedBody.error) });
      return (await pull(parsedBody.data)) ?? {};
    });
  lever('/_ctl/wx/account', accountInput, (accountBody) => void book.addAccount(accountBody));
  lever('/_ctl/wx/act', actInput, act);
  lever('/_ctl/wx/clock', clockInput, ({ offsetMs }) => book.shift(offsetMs));
  lever('/_ctl/wx/switch', switchInput, ({ appId, what, openid = '' }) => {
    const account = book.account(appId);
    if (!account) return { problem: '没有这个公众号' };
    const chat = book.chatOf(appId, openid);
    if (what === 'expireToken') book.expire(account);
    else if (what === 'useUpQuota') book.useUp(chat);
    else if (what === 'publishWell' || what === 'publishRefused') account.publishEnds = what === 'publishWell' ? 0 : 3;
    else chat.saidUntil = 0;
    return {};
  });
  app.get('/_ctl/wx', (request) => {
    const { appId, openid = book.people[0]?.openid ?? '' } = chatQuery.parse(request.query);
    const account = book.account(appId ?? '') ?? book.accounts()[0];
    const chat = account && book.chatOf(account.appId, openid);
    return {
      accounts: book
        .accounts()
        .map((one) => ({ appId: one.appId, name: one.name, door: book.doorOf(one), menu: one.menu })),
      people: book.people,
      appId: account?.appId ?? '',
      openid,
      chat: chat && {
        ...chat,
        lines: chat.lines.slice(-60),
        left: (chat.saidUntil > book.clock() ? chat.saidLeft : 0) + (chat.tapUntil > book.clock() ? chat.tapLeft : 0),
      },
    };
  });
  app.get('/_ctl/wx/file/:id', (request, reply) => {
    const { id } = fileParams.parse(request.params);
    const material = book
      .accounts()
      .flatMap(({ materials }) => materials)
      .find(({ mediaId }) => mediaId === id);
    const mediaFile = material ?? book.temp(id);
    return mediaFile ? reply.type(mediaFile.contentType).send(mediaFile.bytes) : reply.code(404).send({});
  });
  return {
    setBase: book.setBase,
    setAddress: (own: string) => void (address = own),
    clear: book.clear,
  };
}
