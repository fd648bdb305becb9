/** wxAccount: public accounts (公众号) of a tenant: credentials, callback and access tokens. */
import type { InputOf } from '@anlan/contract/http/call-table';
import { wxAccountCalls } from '@anlan/contract/modules/wx-account/calls';
import { wxAccount } from '@anlan/contract/modules/wx-account/resource';
import { eachTenant } from '#kernel/each-tenant.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import { isAesKey, WechatFault, type TokenSource } from '#platform/wechat/index.ts';
import {
  countFollowers,
  findCallbackOwner,
  endingTokens,
  heldElsewhere,
  keepSecrets,
  keyedAccount,
  noteReached,
  ofUnit,
  type KeyedAccount,
  type Secrets,
} from './account-store.ts';
import { sessionModule } from '../session/index.ts';
import { seedAccounts } from './seed.ts';
import { createTokens, type TokenHolder } from './access-tokens.ts';

export { ofUnit, seededAccounts, type KeyedAccount } from './account-store.ts';

type Calls = typeof wxAccountCalls;
type Typed = {
  secret?: string | null | undefined;
  token?: string | null | undefined;
  aesKey?: string | null | undefined;
};

const unproven = '这个 AppID 已由另一个单位登记，收不到消息；请填写正确的 AppSecret 并点“检查”，通过后归本单位';
const inUse = '微信已接受密钥，但另一个单位正在使用这个公众号；请对方停用或在微信重置 AppSecret，两小时后再检查';

const doorPath = (appId: string): string => `/weixin/portal/${appId}`;

/** Secrets that the user typed. An empty field leaves the stored secret unchanged. */
function secretsOf({ secret, token, aesKey }: Typed): Secrets {
  if (token && !/^[A-Za-z0-9]{3,32}$/.test(token))
    throw invalid({ field: 'token', msg: '令牌应为 3 到 32 位英文字母或数字' });
  if (aesKey && !isAesKey(aesKey)) throw invalid({ field: 'aesKey', msg: '消息加解密密钥应为 43 位英文字母和数字' });
  return { ...(secret ? { secret } : {}), ...(token ? { token } : {}), ...(aesKey ? { aesKey } : {}) };
}

export const wxAccountModule = defineModule('wxAccount', {
  needs: { sessions: sessionModule },
  open({ kit, sessions }) {
    const { db, clock, vault, audit, wechat } = kit;
    const typed = new WeakMap<Tx, Secrets>();
    const accounts = openResource(wxAccount, kit, {
      async compute(tx, rows) {
        const elsewhere = await heldElsewhere(
          tx,
          rows.map((row) => row.appId),
        );
        return new Map(
          rows.map((row) => [
            row.id,
            {
              door: doorPath(row.appId),
              ...(row.enterpriseId === ofUnit ? { enterpriseId: null } : {}),
              ...(elsewhere.has(row.appId) ? { problem: unproven } : {}),
            },
          ]),
        );
      },
      beforeCreate(tx, input) {
        typed.set(tx, secretsOf(input));
        return { enterpriseId: input.enterpriseId ?? tx.scope.enterpriseId ?? ofUnit };
      },
      async beforeUpdate(tx, row, patch) {
        const secrets = secretsOf(patch);
        // To replace working keys, the caller must qualify as a second person: their account may not be too recent
        // (S100).
        if (Object.keys(secrets).length > 0 && row.ready === true)
          await sessions.secondPersons.demandConfirmer(tx, 'wxmp:wxapp:edit', '更换公众号密钥');
        typed.set(tx, secrets);
      },
      async beforeRemove(tx, row) {
        if ((await countFollowers(tx, row.id)) > 0)
          throw new AppError('invalid', '公众号已有粉丝和消息，不能删除；可以停用');
      },
      // The encryption uses the row id, so the secrets are stored after the row exists.
      async saved(tx, ids) {
        const typedSecrets = typed.get(tx);
        typed.delete(tx);
        if (typedSecrets) for (const id of ids) await keepSecrets(tx, await vault.of(tx), id, typedSecrets);
      },
    });
    const tokens = createTokens({ db, clock, vault, wechat });

    return {
      ...accounts,
      list: (scope: Scope) =>
        db.read(scope, async (tx) =>
          (await accounts.rowsWhere(tx, {}, { limit: 100, order: 'name' })).map((row) => ({
            id: row.id,
            appId: row.appId,
            name: row.name,
            kind: row.kind === 'service' ? ('service' as const) : ('subscription' as const),
            enabled: row.enabled === true,
          })),
        ),
      async check(scope: Scope, { id }: InputOf<Calls['check']>) {
        const checkedAccount = await db.scoped(scope, async (tx) => {
          const accountRow = await keyedAccount(tx, await vault.of(tx), { id });
          if (!accountRow) throw new AppError('notFound');
          await audit.record(tx, {
            call: 'wxAccount.check',
            objectType: 'wxAccount',
            objectId: id,
            note: accountRow.name,
          });
          return accountRow;
        });
        if (checkedAccount.secret === null) return { ok: false, message: '还没有填写 AppSecret' };
        try {
          await tokens.token(scope.tenantId, id, null);
          const isElsewhere = await db.read(
            scope,
            async (tx) => (await heldElsewhere(tx, [checkedAccount.appId])).size > 0,
          );
          return isElsewhere ? { ok: false, message: inUse } : { ok: true, message: '已连上微信' };
        } catch (error) {
          if (error instanceof WechatFault) return { ok: false, message: error.message };
          throw error;
        }
      },

      find: async (tx: Tx, by: { id: string } | { appId: string }): Promise<KeyedAccount | null> =>
        keyedAccount(tx, await vault.of(tx), by),
      /** Returns the account of an app id. Throws when it is missing or not ready. */
      async demand(tx: Tx, appId: string): Promise<KeyedAccount> {
        const account = await keyedAccount(tx, await vault.of(tx), { appId });
        if (!account) throw new AppError('notFound', '没有这个公众号');
        if (!account.enabled) throw new AppError('invalid', '公众号已停用');
        return account;
      },
      doorOf: (appId: string) => db.read(systemScope('wx door', '0'), (tx) => findCallbackOwner(tx, appId)),
      noteReached,
      tokensOf: (tenantId: string, account: TokenHolder): TokenSource => tokens.of(tenantId, account),
      /** Renews tokens that expire soon, so that no caller must wait for a renewal. */
      renewTokens: async () =>
        eachTenant(await kit.tenantIds(), async (tenantId) => {
          const soon = new Date(clock.now().getTime() + 360_000);
          const ids = await db.read(systemScope('wx token', tenantId), (tx) => endingTokens(tx, soon));
          for (const id of ids) await tokens.token(tenantId, id, null).catch(() => {});
        }),
    };
  },
  calls: wxAccountCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, accounts) =>
      (await accounts.exists(tx, { enterpriseId: ids })) ? '名下还有公众号，请先删除这些公众号' : null,
  },
  often: { renewTokens: (module) => module.renewTokens() },
  seed: seedAccounts,
});
