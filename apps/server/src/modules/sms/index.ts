/**
 * sms: codes and notices by SMS (短信). A code is bound to tenant, purpose and phone, is valid for five minutes and
 * works once. Rate limits count the requests of all tenants. Messages are outbox rows; a job sends them with retries.
 * The text is a template at the provider. Functions for codes, counters and proofs require the HTTP scope.
 */
import { smsCalls } from '@anlan/contract/modules/sms/calls';
import { infrastructure } from '#kit/infrastructure.ts';
import { defineModule, serve } from '#kit/module.ts';
import { deriveKey } from '#platform/secrets/index.ts';
import type { Clock } from '#kernel/clock.ts';
import { networkOf } from '#kernel/ip-network.ts';
import type { Tx } from '#platform/db/index.ts';
import { alarmModule } from '../audit/index.ts';
import { tenantModule } from '../tenant/index.ts';
import { createOutbox, type OutboxDeps } from './outbox/jobs.ts';
import { createProofs } from './phone-proof.ts';
import { createSmsService, type SmsDeps, type CodePlace } from './service.ts';
import { codeHash, codeTries, phoneIndex, sameHash } from './rules.ts';
import { spendCode, tryCode, untryCode } from './store.ts';

/** An SMS code that a person typed, with the tenant, purpose and phone for which it must be valid. */
type TypedCode = CodePlace & { code: string };

/**
 * Checks and consumes several SMS codes that are valid only together, in the caller's transaction with the HTTP
 * scope.
 */
function createCodePairs({ clock, key }: { clock: Clock; key: string }) {
  const keyOf = (one: CodePlace) => ({ ...one, phoneIndex: phoneIndex(key, one.phone) });
  return {
    /**
     * Returns which codes are correct, without consuming them. Wrong codes count as attempts, so the caller must
     * always commit. The rows stay locked until the commit.
     */
    async check(tx: Tx, typed: readonly TypedCode[]): Promise<boolean[]> {
      const now = clock.now();
      const network = networkOf(tx.scope.address);
      const right = new Map<TypedCode, boolean>();
      // Rows are always locked in the same order, so that two people who exchange phones cannot deadlock.
      for (const one of typed.toSorted((a, b) => (a.phone < b.phone ? -1 : 1))) {
        const storedCode = await tryCode(tx, keyOf(one), network, now, codeTries);
        const same = storedCode !== undefined && sameHash(storedCode.code_hash, codeHash(key, one, one.code));
        if (same) await untryCode(tx, keyOf(one), network);
        right.set(one, same);
      }
      return typed.map((one) => right.get(one) === true);
    },
    async spend(tx: Tx, typed: readonly CodePlace[]): Promise<void> {
      for (const one of typed) await spendCode(tx, keyOf(one), clock.now());
    },
  };
}

export { encryptMessages } from './encrypted/service.ts';
export type { Proven } from './phone-proof.ts';

export function createSmsModule(deps: SmsDeps & OutboxDeps) {
  const outbox = createOutbox(deps);
  return {
    ...createSmsService({ ...deps, outbox }),
    notify: outbox.notify,
    sayThere: outbox.sayThere,
    isManned: outbox.isManned,
    proofs: createProofs(deps),
    pairs: createCodePairs(deps),
  };
}

export type SmsModule = ReturnType<typeof createSmsModule>;

export const smsModule = defineModule('sms', {
  needs: { server: infrastructure, tenants: tenantModule, alarms: alarmModule },
  open: ({ kit, server: { config, secrets, carrier, vault }, tenants, alarms }) =>
    createSmsModule({
      db: kit.db,
      clock: kit.clock,
      jobs: kit.jobs,
      vault,
      tenants,
      unitOf: tenants.unitSmsOf,
      provider: carrier,
      key: deriveKey(secrets, 'sms'),
      checkCaptcha: config.captcha ? kit.checkCaptcha : null,
      isKnown: kit.hasPhone,
      nearLimit: (tenantId, sent, most) =>
        alarms.tryRaise(tenantId, 'smsNearLimit', `24 小时内已发送 ${sent} 条短信，每天最多 ${most} 条`),
      countAddresses: config.rateLimit,
    }),
  serves: (sms) => [serve('sms', smsCalls, { send: sms.send, check: sms.check }, true)],
});
