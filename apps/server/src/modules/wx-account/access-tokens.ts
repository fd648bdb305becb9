// Access tokens of WeChat: all nodes share them, they are stored encrypted, and one node renews them before they
// expire.
import type { Clock } from '#kernel/clock.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { WechatFault, type TokenSource, type Wechat } from '#platform/wechat/index.ts';
import { keepAccessToken, keyedAccount, type KeyedAccount } from './account-store.ts';

const earlyMs = 300_000;

export type TokenHolder = { id: string } & Partial<Pick<KeyedAccount, 'accessToken' | 'accessTokenUntil'>>;

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
    // The row stays locked during the WeChat call, so that other nodes wait for this token.
    const outcome = await db.scoped(
      scope,
      async (tx) => {
        const keys = await vault.of(tx);
        const account = await keyedAccount(tx, keys, { id: accountId, lock: true });
        if (!account?.secret) throw new WechatFault(40_001, '');
        const storedToken = account.accessToken;
        if (
          storedToken !== null &&
          storedToken !== stale &&
          isGood(account.accessTokenUntil, stale === null ? earlyMs : 0)
        )
          return storedToken;
        try {
          const { appId, secret } = account;
          const issuedToken = await wechat.token({ appId, secret }, stale !== null && storedToken === stale);
          const until = new Date(clock.now().getTime() + issuedToken.seconds * 1000);
          await keepAccessToken(tx, keys, accountId, { text: issuedToken.token, until }, null);
          return issuedToken.token;
        } catch (error) {
          if (!(error instanceof WechatFault)) throw error;
          // A valid token remains in use while WeChat cannot be reached.
          const left =
            storedToken !== null && storedToken !== stale && isGood(account.accessTokenUntil, 0) ? storedToken : null;
          const until = account.accessTokenUntil;
          const stillValid = left !== null && until !== null ? { text: left, until } : null;
          await keepAccessToken(tx, keys, accountId, stillValid, error.message.slice(0, 200));
          return left ?? error;
        }
      },
      { statementMs: 20_000 },
    );
    if (outcome instanceof WechatFault) throw outcome;
    return outcome;
  }

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
    /** Token source of one account. The source first uses the token that was read together with the account. */
    of:
      (tenantId: string, held: TokenHolder): TokenSource =>
      async (stale) => {
        const { id } = held;
        if (stale !== null) return token(tenantId, id, stale);
        const holder =
          held.accessToken === undefined
            ? await db.read(systemScope('wx token', tenantId), async (tx) =>
                keyedAccount(tx, await vault.of(tx), { id }),
              )
            : held;
        const { accessToken = null, accessTokenUntil = null } = holder ?? {};
        return accessToken !== null && isGood(accessTokenUntil, earlyMs) ? accessToken : token(tenantId, id, null);
      },
  };
}
