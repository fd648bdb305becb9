// Processes callbacks from the inbox, a few for each follower at a time. A flood from one follower therefore does not
// delay other followers.
import { LRUCache } from 'lru-cache';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { KeyedAccount } from '../wx-account/index.ts';
import type { PublishedTold } from '../wx-material/index.ts';
import type { AutoContent } from '../wx-reply/index.ts';
import { noteIncoming } from './conversation-store.ts';
import { incomingOf, publishedIn, type Incoming } from './parse-callback.ts';
import { failCallbacks, finishCallbacks, takeCallbacks, waitingCallbacks } from './inbox-store.ts';
import { addMessage } from './message-store.ts';
import { triggerOf, windowRules } from './rules.ts';
import type { MessageContent } from './send-message.ts';

const perFollower = 10;
const atOnce = 200;
const answerPauseMs = 3_000;
const breathMs = 30;

export interface WorkingDeps {
  db: Db;
  accounts: { find(tx: Tx, by: { id: string }): Promise<KeyedAccount | null> };
  followers: {
    behind(
      tx: Tx,
      who: { accountId: string; openId: string },
      told: { subscribed?: boolean; scene?: string | null },
    ): Promise<{ id: string }>;
    filledFor(tx: Tx, followerId: string, text: string): Promise<string>;
  };
  menus: { tappedName(tx: Tx, accountId: string, tapped: string): Promise<string | null> };
  publications: { settle(tx: Tx, accountId: string, told: PublishedTold): Promise<unknown> };
  answers: {
    answerTo(
      tx: Tx,
      accountId: string,
      asked: { repType: string; repEvent: string | null; text: string | null; entry: string | null },
    ): Promise<AutoContent | null>;
  };
  answer(tenantId: string, account: KeyedAccount, followerId: string, said: MessageContent): Promise<void>;
  told(scope: Scope, followerId: string, messageId: string): void;
  publishBell(tenantId: string): void;
  report(error: unknown): void;
}

const followingOf = ({ repEvent, repContent }: Incoming) =>
  repEvent === 'subscribe'
    ? { subscribed: true, scene: repContent?.replace(/^qrscene_/, '') ?? null }
    : repEvent === 'unsubscribe'
      ? { subscribed: false }
      : {};

/** Whether the event says that a follower tapped a menu entry. Such an event contains the entry's key or address. */
const taps = ({ repEvent }: Incoming) => repEvent === 'CLICK' || repEvent === 'VIEW';

export function createInboxWorker(deps: WorkingDeps) {
  const {
    db,
    accounts,
    followers,
    menus,
    publications,
    answers,
    answer,
    told: publishMessage,
    publishBell: tellBell,
    report,
  } = deps;
  const lastAnswer = new LRUCache<string, number>({ max: 10_000 });

  /** Whether a follower may get an automatic reply now. Replies are rate-limited because of floods. */
  function mayAnswer(followerId: string): boolean {
    const now = Date.now();
    if (now - (lastAnswer.get(followerId) ?? 0) < answerPauseMs) return false;
    lastAnswer.set(followerId, now);
    return true;
  }

  async function workOn(tenantId: string, accountId: string, openId: string, ids: readonly string[]): Promise<void> {
    const scope = systemScope('wx inbox', tenantId);
    const done = await db.scoped(scope, async (tx) => {
      const claimedCallbacks = await takeCallbacks(tx, ids);
      if (claimedCallbacks.length === 0) return null;
      const account = await accounts.find(tx, { id: accountId });
      if (!account) {
        await finishCallbacks(
          tx,
          claimedCallbacks.map(({ id }) => id),
        );
        return null;
      }
      let followerId = '';
      let automatic: AutoContent | null = null;
      const messages: string[] = [];
      for (const { body, receivedAt } of claimedCallbacks) {
        // An event about a publication has no follower, so it is handled first.
        const published = publishedIn(body);
        if (published) {
          await publications.settle(tx, accountId, published);
          continue;
        }
        const came = incomingOf(body);
        const entry = taps(came) ? await menus.tappedName(tx, accountId, came.repContent ?? '') : null;
        const namedMessage = entry === null ? came : { ...came, repName: entry };
        const follower = await followers.behind(tx, { accountId, openId }, followingOf(namedMessage));
        followerId = follower.id;
        const messageId = newId();
        const isEvent = namedMessage.repType === 'event';
        const message = {
          ...namedMessage,
          id: messageId,
          accountId,
          wxUserId: followerId,
          type: '1' as const,
          readFlag: isEvent ? ('0' as const) : ('1' as const),
          createTime: receivedAt,
        };
        const trigger = triggerOf(namedMessage.repType, namedMessage.repEvent);
        const rule = trigger && windowRules[account.kind][trigger];
        const opens =
          trigger && rule ? { trigger, endsAt: new Date(receivedAt.getTime() + rule.ms), rows: rule.rows } : null;
        const { repType, repEvent, repContent } = namedMessage;
        const noted = { followerId, accountId, messageId, repType, isEvent, at: receivedAt };
        const [answering] = await Promise.all([
          answers.answerTo(tx, accountId, { repType, repEvent, text: repContent, entry }),
          addMessage(tx, message),
          noteIncoming(tx, noted, opens),
        ]);
        messages.push(messageId);
        if (answering)
          automatic = {
            ...answering,
            repContent: answering.repContent && (await followers.filledFor(tx, followerId, answering.repContent)),
          };
      }
      await finishCallbacks(
        tx,
        claimedCallbacks.map(({ id }) => id),
      );
      return messages.length === 0 ? null : { account, followerId, messages, automatic };
    });
    if (done === null) return;
    for (const id of done.messages) publishMessage(scope, done.followerId, id);
    tellBell(tenantId);
    const { automatic } = done;
    if (automatic && mayAnswer(done.followerId))
      answer(tenantId, done.account, done.followerId, {
        repType: automatic.repType,
        repContent: automatic.repContent ?? null,
        repMediaId: automatic.repMediaId ?? null,
        repName: automatic.repName ?? null,
      }).catch(report);
  }

  async function round(tenantId: string): Promise<boolean> {
    const scope = systemScope('wx inbox', tenantId);
    const waiting = await db.read(scope, (tx) => waitingCallbacks(tx, perFollower, atOnce));
    const groups = new Map<string, { accountId: string; openId: string; ids: string[] }>();
    for (const { id, accountId, openId } of waiting) {
      const key = `${accountId} ${openId}`;
      const group = groups.get(key) ?? { accountId, openId, ids: [] };
      group.ids.push(id);
      groups.set(key, group);
    }
    const all = [...groups.values()];
    // Four followers are processed in parallel. The messages of one follower are processed in order.
    for (let at = 0; at < all.length; at += 4)
      await Promise.all(
        all.slice(at, at + 4).map(({ accountId, openId, ids }) =>
          workOn(tenantId, accountId, openId, ids).catch(async (error: unknown) => {
            report(error);
            const why = error instanceof Error ? error.message : String(error);
            await db.scoped(scope, (tx) => failCallbacks(tx, ids, why));
          }),
        ),
      );
    return waiting.length > 0;
  }

  const working = new Map<string, Promise<void>>();
  const again = new Set<string>();
  function drain(tenantId: string): Promise<void> {
    const under = working.get(tenantId);
    if (under) {
      again.add(tenantId);
      return under;
    }
    const work = (async () => {
      // Waits briefly, so that callbacks that arrive together make one batch and WeChat is answered first.
      await new Promise((done) => setTimeout(done, breathMs));
      for (let left = true; left || again.delete(tenantId);) left = await round(tenantId);
    })()
      .catch(report)
      .finally(() => {
        working.delete(tenantId);
        if (again.delete(tenantId)) void drain(tenantId);
      });
    working.set(tenantId, work);
    return work;
  }
  return { drain };
}
