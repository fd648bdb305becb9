/** wxMessage: messages between followers and public accounts, from WeChat's callback to the answer of staff. */
import type { InputOf } from '@anlan/contract/http/call-table';
import { wxMessageCalls } from '@anlan/contract/modules/wx-message/calls';
import type { WxMessage } from '@anlan/contract/modules/wx-message/views';
import { eachTenant } from '#kernel/each-tenant.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { fileModule } from '../file/index.ts';
import { wxAccountModule } from '../wx-account/index.ts';
import { wxFollowerModule } from '../wx-follower/index.ts';
import { wxMaterialModule } from '../wx-material/index.ts';
import { wxMenuModule } from '../wx-menu/index.ts';
import { wxAutoReplyModule } from '../wx-reply/index.ts';
import { countUnread, lastSaid, unreadOf } from './conversation-store.ts';
import { createClerk } from './conversation-actions.ts';
import { createCallback } from './callback.ts';
import { forgetCallbacks } from './inbox-store.ts';
import { demandMessage, history, markRead, messagesAfter, messagesNamed, searchMessages } from './message-store.ts';
import { keepPhoto, linkDangers, photoDangers } from './photo-store.ts';
import { forgetLookers } from './presence-store.ts';
import { seedConversations } from './seed.ts';
import { createSending } from './send-message.ts';
import { createInboxWorker } from './inbox-worker.ts';

type Calls = typeof wxMessageCalls;
const missedMost = 200;
const searchMost = 20;
const bellPauseMs = 2_000;
const inboxKeptMs = 3 * 86_400_000;

export const wxMessageModule = defineModule('wxMessage', {
  needs: {
    file: fileModule,
    wxAccount: wxAccountModule,
    wxFollower: wxFollowerModule,
    wxMaterial: wxMaterialModule,
    wxMenu: wxMenuModule,
    wxAutoReply: wxAutoReplyModule,
  },
  open({ kit, file, wxAccount, wxFollower, wxMaterial, wxMenu, wxAutoReply }) {
    const { db, clock, audit, bus, wechat, reportForgedCallback: forged } = kit;
    const report = (error: unknown) => kit.report(error, 'work on messages of followers failed');
    const publishMessage = (scope: Scope, followerId: string, messageId: string) =>
      bus.publish(scope, 'message', { userId: followerId, id: messageId });

    // Throttles the notification bell to one frame in two seconds. After a flood, one last frame is sent.
    const rung = new Map<string, NodeJS.Timeout>();
    const changed = (tx: Tx) => kit.publishToUsers(tx, { permit: 'wxmp:wxmsg:index' }, { type: 'pcRedDot' });
    const ring = (tenantId: string) => db.scoped(systemScope('wx bell', tenantId), changed).catch(report);
    function tellBell(tenantId: string) {
      if (rung.has(tenantId)) return;
      const timer = setTimeout(() => {
        rung.delete(tenantId);
        void ring(tenantId);
      }, bellPauseMs);
      timer.unref();
      rung.set(tenantId, timer);
    }

    const record = (tx: Tx, verb: string, followerId: string, note?: string) =>
      audit.record(tx, {
        call: `wxMessage.${verb}`,
        objectType: 'wxFollower',
        objectId: followerId,
        ...(note === undefined ? {} : { note }),
      });
    const sending = createSending({ db, clock, wechat, accounts: wxAccount, record, told: publishMessage });
    const { drain } = createInboxWorker({
      db,
      accounts: wxAccount,
      followers: wxFollower,
      menus: wxMenu,
      publications: wxMaterial,
      answers: wxAutoReply,
      answer: sending.answer,
      told: publishMessage,
      publishBell: tellBell,
      report,
    });
    const door = createCallback({ db, clock, accounts: wxAccount, drain: (tenantId) => void drain(tenantId), forged });

    return {
      ...createClerk({ db, clock, audit, told: publishMessage, changed }),
      send: sending.send,
      retry: sending.retry,
      page: (scope: Scope, { filter, sort, page, size }: InputOf<Calls['page']>) =>
        db.read(scope, async (tx) => {
          const { appId, wxUserId, notInRepType, ...rest } = filter;
          await demandMessage(tx, rest.beforeId);
          const window = { limit: size, offset: (page - 1) * size, oldestFirst: sort[0]?.desc === false };
          if (wxUserId !== undefined) {
            const account = appId === undefined ? null : await wxAccount.find(tx, { appId });
            if (appId !== undefined && account === null) return { rows: [], total: 0, page, size };
            const wanted = { ...rest, withoutEvents: notInRepType === 'event' };
            return { ...(await history(tx, wxUserId, wanted, account?.id ?? null, window)), page, size };
          }
          const { ids, total } = await lastSaid(tx, { appId, ...rest }, window);
          const byId = new Map((await messagesNamed(tx, ids)).map((one) => [one.id, one]));
          const rows: WxMessage[] = [];
          for (const id of ids) {
            const message = byId.get(id);
            if (!message) continue;
            const wanted = { type: rest.type, repType: rest.repType, readFlag: rest.readFlag, withoutEvents: true };
            const only = { limit: 0, offset: 0, oldestFirst: false };
            const { total: countMsg } = await history(tx, message.wxUserId, wanted, null, only);
            rows.push({ ...message, countMsg });
          }
          return { rows, total, page, size };
        }),
      missed: (scope: Scope, { wxUserId, afterId }: InputOf<Calls['missed']>) =>
        db.read(scope, async (tx) => {
          await demandMessage(tx, afterId);
          return messagesAfter(tx, wxUserId, afterId, missedMost);
        }),
      search: (scope: Scope, { keyword, wxUserId, beforeId }: InputOf<Calls['search']>) =>
        db.read(scope, async (tx) => {
          await demandMessage(tx, beforeId);
          return searchMessages(tx, keyword, { followerId: wxUserId, beforeId, limit: searchMost });
        }),
      unread: (scope: Scope) => db.read(scope, unreadOf),
      async readFlag(scope: Scope, { id, wxUserId, readFlag }: InputOf<Calls['readFlag']>) {
        if ((id === undefined) === (wxUserId === undefined))
          throw invalid({ field: 'id', msg: '请指定一条消息或一位粉丝' });
        const by = id === undefined ? { followerId: wxUserId ?? '' } : { id };
        await db.scoped(scope, async (tx) => {
          const marked = await markRead(tx, by, readFlag);
          if (marked) {
            await countUnread(tx, marked.followerId, marked.changed);
            await record(tx, 'readFlag', marked.followerId, readFlag === '0' ? '已读' : '未读');
          } else if (id !== undefined && (await messagesNamed(tx, [id])).length === 0) throw new AppError('notFound');
        });
        tellBell(scope.tenantId);
        return null;
      },
      async photo(scope: Scope, { id }: { id: string }) {
        const [message] = await db.read(scope, (tx) => messagesNamed(tx, [id]));
        if (!message) throw new AppError('notFound');
        if (message.repType !== 'image' || message.type !== '1' || message.repMediaId === null)
          throw new AppError('invalid', '只有粉丝发来的图片可以转为隐患照片');
        const { bytes } = await wxMaterial.fromFollower(scope, message.appId, message.repMediaId);
        const ending = bytes[0] === 0x89 ? 'png' : 'jpg';
        const stream = (async function* () {
          yield bytes;
        })();
        const uploadedFile = await file.upload(scope, {
          dir: 'photo',
          file: { name: `${message.nickName} 发来的照片.${ending}`, type: `image/${ending}`, stream },
        });
        const photoId = uploadedFile.url.slice(uploadedFile.url.lastIndexOf('/') + 1);
        await db.scoped(scope, async (tx) => {
          await keepPhoto(tx, id, photoId);
          await record(tx, 'photo', message.wxUserId, uploadedFile.name);
        });
        return { id: photoId, name: uploadedFile.name };
      },

      dangers: (scope: Scope, { wxUserId }: { wxUserId: string }) => db.read(scope, (tx) => photoDangers(tx, wxUserId)),
      linkDangers,

      door,
      named: messagesNamed,
      live: {
        messages: (tenantId: string, ids: readonly string[]): Promise<WxMessage[]> =>
          db.read(systemScope('wx live', tenantId), (tx) => messagesNamed(tx, ids)),
        /** Whether the user sees the follower. Followers of other enterprises' accounts are not visible. */
        seesFollower: (scope: Scope, id: string): Promise<boolean> =>
          db.read(scope, async (tx) => (await wxFollower.named(tx, [id])).length > 0),
      },
      /** Processes waiting callbacks of all tenants, which crashed nodes did not finish. */
      drainAll: async () => eachTenant(await kit.tenantIds(), drain),
      forget: (scope: Scope) =>
        db.scoped(scope, async (tx) => {
          await forgetCallbacks(tx, new Date(clock.now().getTime() - inboxKeptMs));
          await forgetLookers(tx, clock.now());
        }),
    };
  },
  calls: wxMessageCalls,
  on: { 'danger.changed': (tx, { ids }, module) => module.linkDangers(tx, ids) },
  seed: seedConversations,
  seedDays: seedConversations,
  often: { drain: (module) => module.drainAll() },
  nightly: { forget: { at: '50 3 * * *', run: (module, scope) => module.forget(scope) } },
});
