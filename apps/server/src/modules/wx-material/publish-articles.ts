// Publishes articles at WeChat. The result arrives with an event or with a query.
import type { WxPublication } from '@anlan/contract/modules/wx-material/publication';
import type { PageInput } from '@anlan/contract/domain/paging';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import type { AuditEntry } from '#kit/ports.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { WechatFault, type TokenSource, type Wechat } from '#platform/wechat/index.ts';
import * as z from 'zod/mini';
import type { KeyedAccount } from '../wx-account/index.ts';
import {
  keepPublication,
  publicationPage,
  publicationWith,
  setPublication,
  type StoredPublication,
} from './publication-store.ts';
import { wechatDraft, wechatPublication, wechatSubmitted } from './wechat-schemas.ts';

export interface PublishedTold {
  publishId: string;
  /** Status code from WeChat: 0 is published, 1 is in progress, any other code is a failure. */
  status: number;
  articleId: string | null;
  articleUrls: string[];
}

const problems: Readonly<Record<number, string>> = {
  2: '原创校验没有通过，请修改后重新发布',
  3: '发布没有成功，请稍后重试',
  4: '微信平台审核没有通过，请修改后重新发布',
  5: '发布后作者已删除',
  6: '发布后被微信封禁',
};
function outcomeOf({ status, articleId, articleUrls }: Omit<PublishedTold, 'publishId'>) {
  if (status === 1) return null;
  return status === 0
    ? { state: 'published' as const, problem: null, articleId, articleUrls }
    : {
        state: status === 5 ? ('withdrawn' as const) : ('failed' as const),
        problem: problems[status] ?? `微信没有发布（${status}）`,
        articleId,
        articleUrls,
      };
}
const refused = (error: unknown): never => {
  throw error instanceof WechatFault ? new AppError('invalid', error.message) : error;
};
function believed<S extends z.ZodMiniType>(schema: S, response: unknown): z.output<S> {
  const read = schema.safeParse(response);
  if (!read.success) throw new AppError('unavailable', '微信的答复读不懂，请稍后再试');
  return read.data;
}
const shown = ({ accountId: _a, publishId: _p, articleId: _i, ...one }: StoredPublication): WxPublication => one;

export function createPublishing({
  db,
  clock,
  audit,
  wechat,
  accounts,
}: {
  db: Db;
  clock: Clock;
  audit: { record(tx: Tx, entry: AuditEntry): Promise<unknown> };
  wechat: Wechat;
  accounts: {
    demand(tx: Tx, appId: string): Promise<KeyedAccount>;
    tokensOf(tenantId: string, account: { id: string }): TokenSource;
  };
}) {
  const record = (tx: Tx, verb: string, objectId: string, note: string) =>
    audit.record(tx, { call: `wxMaterial.${verb}`, objectType: 'wxPublication', objectId, note });
  async function demanded(tx: Tx, id: string): Promise<StoredPublication> {
    const publication = await publicationWith(tx, { id });
    if (!publication) throw new AppError('notFound');
    return publication;
  }
  const read = (scope: Scope, id: string) => db.read(scope, (tx) => demanded(tx, id));

  return {
    async publish(scope: Scope, { appId, mediaId }: { appId: string; mediaId: string }): Promise<WxPublication> {
      const account = await db.read(scope, (tx) => accounts.demand(tx, appId));
      const tokens = accounts.tokensOf(scope.tenantId, account);
      const draft = believed(
        wechatDraft,
        await wechat.say(tokens, '/cgi-bin/draft/get', { media_id: mediaId }).catch(refused),
      );
      const { publish_id: publishId } = believed(
        wechatSubmitted,
        await wechat.say(tokens, '/cgi-bin/freepublish/submit', { media_id: mediaId }).catch(refused),
      );
      const id = newId();
      const title = draft.news_item[0]?.title?.slice(0, 100) || '图文';
      const one = await db.scoped(scope, async (tx) => {
        const publicationRow = {
          id,
          accountId: account.id,
          mediaId,
          publishId: String(publishId),
          title,
          at: clock.now(),
        };
        await keepPublication(tx, publicationRow);
        await record(tx, 'publish', id, title);
        return demanded(tx, id);
      });
      return shown(one);
    },
    publicationPage: (scope: Scope, { filter: { appId }, page, size }: PageInput<{ appId: string }, never>) =>
      db.read(scope, async (tx) => {
        const { id } = await accounts.demand(tx, appId);
        const { rows, total } = await publicationPage(tx, id, { limit: size, offset: (page - 1) * size });
        return { rows: rows.map(shown), total, page, size };
      }),
    async publicationCheck(scope: Scope, { id }: { id: string }): Promise<WxPublication> {
      const one = await read(scope, id);
      if (one.state !== 'underWay') return shown(one);
      const response = believed(
        wechatPublication,
        await wechat
          .say(accounts.tokensOf(scope.tenantId, { id: one.accountId }), '/cgi-bin/freepublish/get', {
            publish_id: one.publishId,
          })
          .catch(refused),
      );
      const outcome = outcomeOf({
        status: response.publish_status,
        articleId: response.article_id ?? null,
        articleUrls: (response.article_detail?.item ?? []).map((each) => each.article_url).filter(isAddress),
      });
      if (outcome)
        await db.scoped(scope, async (tx) => {
          await setPublication(tx, id, ['underWay'], outcome, clock.now());
          await record(tx, 'publicationCheck', id, one.title);
        });
      return shown(await read(scope, id));
    },
    async withdraw(scope: Scope, { id }: { id: string }): Promise<WxPublication> {
      const one = await read(scope, id);
      if (one.state !== 'published' || one.articleId === null)
        throw new AppError('invalid', '只有已发布的图文可以撤回');
      await wechat
        .say(accounts.tokensOf(scope.tenantId, { id: one.accountId }), '/cgi-bin/freepublish/delete', {
          article_id: one.articleId,
        })
        .catch(refused);
      const outcome = { state: 'withdrawn' as const, problem: null, articleId: null, articleUrls: [] };
      await db.scoped(scope, async (tx) => {
        await setPublication(tx, id, ['published'], outcome, clock.now());
        await record(tx, 'withdraw', id, one.title);
      });
      return shown(await read(scope, id));
    },
    /** Applies the result that WeChat sent as an event. A repeated event changes nothing. */
    async settle(tx: Tx, accountId: string, result: PublishedTold): Promise<void> {
      const one = await publicationWith(tx, { accountId, publishId: result.publishId });
      const outcome = outcomeOf(result);
      if (one && outcome) await setPublication(tx, one.id, ['underWay'], outcome, clock.now());
    },
  };
}

const isAddress = (text: string): boolean => /^https?:\/\/[^\s]+$/.test(text);
