import type { SmsCheckInput, SmsCodeInput, SmsType } from '@anlan/contract/modules/sms/sms';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { eachTenant } from '#kernel/each-tenant.ts';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { networkOf } from '#kernel/ip-network.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { outgoingPaused } from '#platform/backup/outgoing-pause.ts';
import type { Db } from '#platform/db/index.ts';
import type { TenantModule } from '../tenant/index.ts';
import type { createOutbox } from './outbox/jobs.ts';
import {
  allowed,
  codeHash,
  codeTemplates,
  codeTries,
  isNearLimit,
  newCode,
  phoneIndex,
  sameHash,
  secondsToWait,
} from './rules.ts';
import * as store from './store.ts';

export interface SmsDeps {
  db: Db;
  clock: Clock;
  tenants: Pick<TenantModule, 'isOpen'>;
  /** Key that encrypts the parameters of pending messages and makes the hashes of codes and phones. */
  key: string;
  /** Throws unless the captcha answer is correct; null when captchas are turned off. */
  checkCaptcha: ((httpScope: Scope, randomStr: string | undefined, code: string | undefined) => Promise<void>) | null;
  isKnown: (tenantId: string, phone: string) => Promise<boolean>;
  /** Called when a tenant has used most of its daily limit (S06). */
  nearLimit: (tenantId: string, sent: number, most: number) => Promise<unknown>;
  /** Whether requests are also counted by address. Requests are always counted by phone. */
  countAddresses: boolean;
}

export interface CodePlace {
  tenantId: string;
  type: SmsType;
  phone: string;
}

const needsAccount: readonly SmsType[] = ['signIn', 'findPhone'];
const later = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000);
const downText = '短信服务暂时不可用，请稍后再试，或改用其他方式登录';
const tooMany = (seconds: number) => new AppError('tooMany', `操作过于频繁，请 ${seconds} 秒后再试`, { seconds });

/** Requests, checks and consumes SMS codes. All functions run in the HTTP scope. */
export function createSmsService(
  deps: SmsDeps & { outbox: Pick<ReturnType<typeof createOutbox>, 'notify' | 'works'> },
) {
  const { db, clock, tenants, key, checkCaptcha, isKnown, countAddresses, nearLimit, outbox } = deps;

  /** Counts a request of an anonymous client, or throws with the seconds to wait. A refused request does not count. */
  async function count(httpScope: Scope, kind: keyof typeof allowed, place: { tenantId: string; phone: string }) {
    const now = clock.now();
    const { tenantId } = place;
    const index = place.phone === '' ? null : phoneIndex(key, place.phone);
    const since = later(now, -86_400);
    let sent = 0;
    const seconds = await db.scoped(httpScope, async (tx) => {
      await store.queueUp(tx, index, httpScope.address);
      const { phone: ofPhone, address: ofAddress } = allowed[kind];
      const before = index === null ? [] : await store.attemptsOf(tx, kind, { phoneIndex: index }, since, 10);
      let wait = secondsToWait(before, ofPhone, now);
      const by = { address: httpScope.address };
      if (countAddresses)
        wait = Math.max(wait, secondsToWait(await store.attemptsOf(tx, kind, by, since, 20), ofAddress, now));
      if (kind === 'sms') {
        sent = await store.attemptsIn(tx, kind, tenantId, since);
        if (sent >= limits.sms.tenantPerDay) wait = Math.max(wait, 3600);
      }
      if (wait === 0)
        await store.countAttempt(tx, {
          tenant_id: tenantId,
          id: newId(),
          kind,
          phone_index: index,
          address: httpScope.address,
          at: now,
        });
      return wait;
    });
    if (isNearLimit(sent + 1) && (await tenants.isOpen(tenantId)))
      await nearLimit(tenantId, Math.min(sent + 1, limits.sms.tenantPerDay), limits.sms.tenantPerDay);
    if (seconds > 0) throw tooMany(seconds);
  }

  /** Whether an SMS code is correct and not expired. Counts as an attempt; a correct code is consumed. */
  async function verify(httpScope: Scope, place: CodePlace & { code: string }): Promise<boolean> {
    const now = clock.now();
    const at = { ...place, phoneIndex: phoneIndex(key, place.phone) };
    return db.scoped(httpScope, async (tx) => {
      const storedCode = await store.tryCode(tx, at, networkOf(httpScope.address), now, codeTries);
      if (!storedCode || !sameHash(storedCode.code_hash, codeHash(key, place, place.code))) return false;
      await store.spendCode(tx, at, now);
      return true;
    });
  }

  /**
   * Throws when the SMS service does not work. The answer is the same for every phone, so that it reveals nothing
   * (S02).
   */
  async function demandService(tenantId: string, type: SmsType) {
    if (!(await outbox.works(tenantId, codeTemplates[type]))) throw new AppError('unavailable', downText);
  }

  /**
   * Sends an SMS code without a captcha, for callers that are already proven to be human. Requests are counted by
   * `countedAs` instead of the phone.
   */
  async function sendCode(httpScope: Scope, { phone, type, tenantId }: CodePlace, countedAs = phone): Promise<void> {
    await demandService(tenantId, type);
    await count(httpScope, 'sms', { tenantId, phone: countedAs });
    if (!(await tenants.isOpen(tenantId))) return;
    if (needsAccount.includes(type) && !(await isKnown(tenantId, phone))) return;
    const code = newCode();
    const ends_at = later(clock.now(), limits.sms.codeSeconds);
    const code_hash = codeHash(key, { tenantId, type, phone }, code);
    const asked_from = networkOf(httpScope.address);
    const codeRow = { tenant_id: tenantId, type, phone_index: phoneIndex(key, phone), code_hash, ends_at, asked_from };
    await db.scoped(httpScope, (tx) => store.keepCode(tx, codeRow));
    await db.scoped(systemScope('sms', tenantId, httpScope), (tx) =>
      outbox.notify(tx, {
        phone,
        template: codeTemplates[type],
        params: { code, minutes: String(limits.sms.codeSeconds / 60) },
      }),
    );
  }

  return {
    count,
    verify,
    sendCode,
    /** Key under which other modules count attempts of a phone. The key does not contain the phone (S78). */
    countedAs: (phone: string): string => `phone ${phoneIndex(key, phone)}`,
    works: (tenantId: string, type: SmsType): Promise<boolean> => outbox.works(tenantId, codeTemplates[type]),
    /** Sends an SMS code after a solved captcha; the answer does not reveal whether the phone has an account. */
    async send(httpScope: Scope, { randomStr, code, ...place }: SmsCodeInput): Promise<null> {
      // The service is checked first, so that a captcha is not consumed while nothing can be sent.
      await demandService(place.tenantId, place.type);
      if (checkCaptcha) await checkCaptcha(httpScope, randomStr, code);
      await sendCode(httpScope, place);
      return null;
    },
    check: async (
      httpScope: Scope,
      { tenantId = httpScope.namedTenantId ?? '0', ...typed }: SmsCheckInput,
    ): Promise<boolean> => verify(httpScope, { tenantId, ...typed }),
    /** Deletes messages after the maximum retention time (S81). */
    async forgetOld(tenantIds: readonly string[]): Promise<void> {
      const before = later(clock.now(), -limits.sms.keptDays * 86_400);
      await eachTenant(tenantIds, (tenantId) =>
        db.scoped(systemScope('forget messages', tenantId), async (tx) => {
          // While sending is paused after a restore, queued messages are spared, because they are sent later. Otherwise
          // a message this old has failed.
          await store.dropMessages(tx, before, await outgoingPaused(tx));
        }),
      );
    },
    async sweep(httpScope: Scope): Promise<void> {
      const now = clock.now();
      await db.scoped(httpScope, (tx) => store.sweep(tx, now, later(now, -2 * 86_400)));
    },
  };
}
