// Callback of WeChat: checks signature and replay, and decrypts. A valid callback is stored and answered at once, and
// processed later.
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { Clock } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { isSignedBy, readXml, textIn, decrypted, XmlRefused } from '#platform/wechat/index.ts';
import type { KeyedAccount } from '../wx-account/index.ts';
import { callbackOf, eventKeyOf } from './parse-callback.ts';
import { createInboxBatcher } from './inbox-batcher.ts';

export interface CallbackQuery {
  signature?: string | undefined;
  msg_signature?: string | undefined;
  timestamp?: string | undefined;
  nonce?: string | undefined;
  echostr?: string | undefined;
  encrypt_type?: string | undefined;
}
export interface Answer {
  status: number;
  body: string;
}

const aside = 300;
const refused: Answer = { status: 403, body: '' };
const unreadable: Answer = { status: 400, body: '' };
const success: Answer = { status: 200, body: 'success' };

export function createCallback({
  db,
  clock,
  accounts,
  drain,
  forged,
}: {
  db: Db;
  clock: Clock;
  accounts: {
    doorOf(appId: string): Promise<{ tenantId: string; accountId: string } | null>;
    find(tx: Tx, by: { id: string }): Promise<KeyedAccount | null>;
    noteReached(tx: Tx, id: string, at: Date): Promise<void>;
  };
  drain: (tenantId: string) => void;
  forged: (tenantId: string, door: string) => void;
}) {
  const keeper = createInboxBatcher({ db, noteReached: accounts.noteReached });
  const accountCache = new LRUCache<
    string,
    { until: number; tenantAccount: { tenantId: string; account: KeyedAccount } | null }
  >({
    max: 10_000,
  });
  /** The account of an app id, cached for five seconds, so that changed settings take effect soon. */
  async function accountOf(appId: string) {
    const held = accountCache.get(appId);
    if (held && held.until > Date.now()) return held.tenantAccount;
    const door = await accounts.doorOf(appId);
    const account =
      door && (await db.read(systemScope('wx door', door.tenantId), (tx) => accounts.find(tx, { id: door.accountId })));
    const found = door && account && account.enabled ? { tenantId: door.tenantId, account } : null;
    accountCache.set(appId, { until: Date.now() + 5_000, tenantAccount: found });
    return found;
  }
  const refuse = (tenantId: string, appId: string): Answer => {
    forged(tenantId, `公众号 ${appId}`);
    return refused;
  };
  const isTimely = (timestamp: string) =>
    /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) - clock.now().getTime() / 1000) <= aside;

  function opened(account: KeyedAccount, knock: CallbackQuery, body: string, plainAllowed: boolean) {
    const { token, aesKey, mode, appId } = account;
    const { timestamp = '', nonce = '', signature = '', msg_signature: encryptSignature = '' } = knock;
    if (token === null) return refused;
    const outer = readXml(body);
    const encrypted = textIn(outer, 'Encrypt');
    const demandsEncryption = mode === 'safe' || !plainAllowed;
    if (encrypted === null || (mode !== 'safe' && knock.encrypt_type !== 'aes')) {
      // In plain mode the signature does not cover the body, so somebody could use a seen signature with another body.
      // Plain callbacks are accepted only when `plainAllowed` is true (S61).
      if (demandsEncryption || !isSignedBy(signature, token, timestamp, nonce)) return refused;
      return { xml: outer };
    }
    if (aesKey === null || !isSignedBy(encryptSignature, token, timestamp, nonce, encrypted)) return refused;
    const inner = decrypted(encrypted, aesKey);
    if (inner === null) return refused;
    return inner.appId === appId ? { xml: readXml(inner.xml) } : unreadable;
  }

  return {
    async verifyServer(appId: string, knock: CallbackQuery): Promise<Answer | null> {
      const tenantAccount = await accountOf(appId);
      if (!tenantAccount) return null;
      const { timestamp = '', nonce = '', signature = '', echostr = '' } = knock;
      const { token } = tenantAccount.account;
      if (token === null || !isTimely(timestamp) || !isSignedBy(signature, token, timestamp, nonce))
        return refuse(tenantAccount.tenantId, appId);
      return /^[\w.~%+/=-]{0,256}$/.test(echostr) ? { status: 200, body: echostr } : unreadable;
    },
    /** Receives a callback; null when the address belongs to no account. */
    async take(appId: string, knock: CallbackQuery, body: string, plainAllowed: boolean): Promise<Answer | null> {
      const tenantAccount = await accountOf(appId);
      if (!tenantAccount) return null;
      const { tenantId, account } = tenantAccount;
      const { timestamp = '', nonce = '' } = knock;
      if (!isTimely(timestamp) || !/^[\w-]{1,64}$/.test(nonce)) return refuse(tenantId, appId);
      let callback;
      try {
        const read = opened(account, knock, body, plainAllowed);
        if (!('xml' in read)) return read === refused ? refuse(tenantId, appId) : read;
        callback = callbackOf(read.xml);
      } catch (error) {
        if (error instanceof XmlRefused) return unreadable;
        throw error;
      }
      const eventKey = eventKeyOf(callback);
      const openId = callback['FromUserName'] ?? '';
      if (eventKey === null || !/^[\w-]{1,64}$/.test(openId)) return unreadable;
      const receivedAt = clock.now();
      const outcome = await keeper.keep(tenantId, {
        id: newId(),
        accountId: account.id,
        openId,
        eventKey,
        nonceKey: `${timestamp}:${nonce}`,
        bodyHash: createHash('sha256').update(body).digest('hex'),
        body: callback,
        receivedAt,
      });
      if (outcome === 'other') return refuse(tenantId, appId);
      if (outcome === 'kept') drain(tenantId);
      return success;
    },
  };
}
