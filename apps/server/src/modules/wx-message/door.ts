// The door at which WeChat knocks: signature, decryption, replay; what passes is kept, answered, and only then worked on.
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { Clock } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { isSignedBy, readXml, textIn, decrypted, XmlRefused } from '#platform/wechat/index.ts';
import type { KeyedAccount } from '../wx-account/index.ts';
import { callbackOf, eventKeyOf } from './incoming.ts';
import { createKeeper } from './keeper.ts';

/** What WeChat sends along in the address. */
export interface Knock {
  signature?: string | undefined;
  msg_signature?: string | undefined;
  timestamp?: string | undefined;
  nonce?: string | undefined;
  echostr?: string | undefined;
  encrypt_type?: string | undefined;
}
/** What the door answers. */
export interface Answer {
  status: number;
  body: string;
}

const aside = 300;
const refused: Answer = { status: 403, body: '' };
const unreadable: Answer = { status: 400, body: '' };
const success: Answer = { status: 200, body: 'success' };

/** Opens the door. */
export function createDoor({
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
  /** Works on what waits in a tenant. */
  drain: (tenantId: string) => void;
  /** Counts a callback that WeChat did not sign. */
  forged: (tenantId: string, door: string) => void;
}) {
  const keeper = createKeeper({ db, noteReached: accounts.noteReached });
  const known = new LRUCache<string, { until: number; found: { tenantId: string; account: KeyedAccount } | null }>({
    max: 10_000,
  });
  /** Looked up once in five seconds: settings that were changed hold a moment later. */
  async function accountOf(appId: string) {
    const held = known.get(appId);
    if (held && held.until > Date.now()) return held.found;
    const door = await accounts.doorOf(appId);
    const account =
      door &&
      (await db.scoped(systemScope('wx door', door.tenantId), (tx) => accounts.find(tx, { id: door.accountId }), {
        readOnly: true,
      }));
    const found = door && account && account.enabled ? { tenantId: door.tenantId, account } : null;
    known.set(appId, { until: Date.now() + 5_000, found });
    return found;
  }
  const refuse = (tenantId: string, appId: string): Answer => {
    forged(tenantId, `公众号 ${appId}`);
    return refused;
  };
  const isTimely = (timestamp: string) =>
    /^\d{1,12}$/.test(timestamp) && Math.abs(Number(timestamp) - clock.now().getTime() / 1000) <= aside;

  /** The document inside what came, or why there is none. */
  function opened(account: KeyedAccount, knock: Knock, body: string, plainAllowed: boolean) {
    const { token, aesKey, mode, appId } = account;
    const { timestamp = '', nonce = '', signature = '', msg_signature: encryptSignature = '' } = knock;
    if (token === null) return refused;
    const outer = readXml(body);
    const encrypted = textIn(outer, 'Encrypt');
    const demandsEncryption = mode === 'safe' || !plainAllowed;
    if (encrypted === null || (mode !== 'safe' && knock.encrypt_type !== 'aes')) {
      // In plain mode a signature covers no body: one that was seen would sign any other (S61).
      if (demandsEncryption || !isSignedBy(signature, token, timestamp, nonce)) return refused;
      return { xml: outer };
    }
    if (aesKey === null || !isSignedBy(encryptSignature, token, timestamp, nonce, encrypted)) return refused;
    const inner = decrypted(encrypted, aesKey);
    if (inner === null) return refused;
    return inner.appId === appId ? { xml: readXml(inner.xml) } : unreadable;
  }

  return {
    /** Answers WeChat's question whether this is the server that it was told of. */
    async greet(appId: string, knock: Knock): Promise<Answer | null> {
      const found = await accountOf(appId);
      if (!found) return null;
      const { timestamp = '', nonce = '', signature = '', echostr = '' } = knock;
      const { token } = found.account;
      if (token === null || !isTimely(timestamp) || !isSignedBy(signature, token, timestamp, nonce))
        return refuse(found.tenantId, appId);
      return /^[\w.~%+/=-]{0,256}$/.test(echostr) ? { status: 200, body: echostr } : unreadable;
    },
    /** Takes a callback in; null where the address names no account of ours. */
    async take(appId: string, knock: Knock, body: string, plainAllowed: boolean): Promise<Answer | null> {
      const found = await accountOf(appId);
      if (!found) return null;
      const { tenantId, account } = found;
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
