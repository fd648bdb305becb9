/**
 * sms: codes and notices by SMS (短信). A code is bound to tenant, purpose and phone, is valid for five minutes and
 * works once. Rate limits count the requests of all tenants. Messages are outbox rows; a job sends them with retries.
 * The text is a template at the provider. Functions for codes, counters and proofs require the HTTP scope.
 */
import { smsCalls } from '@anlan/contract/modules/sms/calls';
import { infrastructure } from '#kit/infrastructure.ts';
import { defineModule, serve } from '#kit/module.ts';
import { deriveKey } from '#platform/secrets/index.ts';
import { alarmModule } from '../audit/index.ts';
import { tenantModule } from '../tenant/index.ts';
import { createOutbox, type OutboxDeps } from './outbox/jobs.ts';
import { createCodePairs } from './code-pairs.ts';
import { createProofs } from './phone-proof.ts';
import { createSmsService, type SmsDeps } from './service.ts';

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
