// Access tokens: one for all nodes, kept sealed, renewed before it ends by whichever node comes first.
import type { Clock } from '#kernel/clock.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { WechatFault, type TokenSource, type Wechat } from '#platform/wechat/index.ts';
import { keepAccessToken, keyedAccount, type KeyedAccount } from './account-store.ts';

const earlyMs = 300_000;

/** An account whose token may have been read a moment ago. */
export type TokenHolder = { id: string } & Partial<Pick<KeyedAccount, 'accessToken' | 'accessTokenUntil'>>;

/** Opens the tokens of all accounts. */
export function createTokens({
  db,
  clock,
  vault,
  wechat,
}: {
  db: Db;
  clock: Clock;
  vault: Pick<Vault, 'of'>;
  wechat: Wechat;
}) {
  const underWay = new Map<string, Promise<string>>();
  const isGood = (until: Date | null, early: number) =>
    until !== null && until.getTime() - clock.now().getTime() > early;

  async function renewed(tenantId: string, accountId: string, stale: string | null): Promise<string> {
    const scope = systemScope('wx token', tenantId);
    // The row is held while WeChat is asked: other nodes wait for this answer and do not ask again.
    const outcome = await db.scoped(
      scope,
      async (tx) => {
        const keys = await vault.of(tx);
        const account = await keyedAccount(tx, keys, { id: accountId, lock: true });
        if (!account?.secret) throw new WechatFault(40_001, '');
        const known = account.accessToken;
        if (known !== null && known !== stale && isGood(account.accessTokenUntil, stale === null ? earlyMs : 0))
          return known;
        try {
          const { appId, secret } = account;
          const given = await wechat.token({ appId, secret }, stale !== null && known === stale);
          const until = new Date(clock.now().getTime() + given.seconds * 1000);
          await keepAccessToken(tx, keys, accountId, { text: given.token, until }, null);
          return given.token;
        } catch (error) {
          if (!(error instanceof WechatFault)) throw error;
          // A token that is still good goes on being used while WeChat cannot be reached.
          const left = known !== null && known !== stale && isGood(account.accessTokenUntil, 0) ? known : null;
          const until = account.accessTokenUntil;
          const kept = left !== null && until !== null ? { text: left, until } : null;
          await keepAccessToken(tx, keys, accountId, kept, error.message.slice(0, 200));
          return left ?? error;
        }
      },
      { statementMs: 20_000 },
    );
    if (outcome instanceof WechatFault) throw outcome;
    return outcome;
  }

  /** One at a time for each account in this process. */
  function token(tenantId: string, accountId: string, stale: string | null): Promise<string> {
    const key = `${accountId} ${stale ?? ''}`;
    const under = underWay.get(key);
    if (under) return under;
    const work = renewed(tenantId, accountId, stale).finally(() => underWay.delete(key));
    underWay.set(key, work);
    return work;
  }

  return {
    token,
    /** The tokens of one account, as calls want them; one that was read with the account is not read again. */
    of:
      (tenantId: string, held: TokenHolder): TokenSource =>
      async (stale) => {
        const { id } = held;
        if (stale !== null) return token(tenantId, id, stale);
        const known =
          held.accessToken === undefined
            ? await db.scoped(
                systemScope('wx token', tenantId),
                async (tx) => keyedAccount(tx, await vault.of(tx), { id }),
                { readOnly: true },
              )
            : held;
        const { accessToken = null, accessTokenUntil = null } = known ?? {};
        return accessToken !== null && isGood(accessTokenUntil, earlyMs) ? accessToken : token(tenantId, id, null);
      },
  };
}
