/**
 * sms: codes and notices by SMS (短信).
 * A code is bound to tenant, purpose and phone, lives five minutes and is good once; asking is counted over all tenants.
 * Messages are rows in the transaction of the use case, sent by work that tries again; their words stand with the provider.
 * Codes, counts and proofs belong to the HTTP layer: other modules reach them with the scope that the HTTP layer hands in.
 */
import { smsCalls } from '@anlan/contract/modules/sms/calls';
import { infrastructure } from '#kit/infrastructure.ts';
import { defineModule, serve } from '#kit/module.ts';
import { deriveKey } from '#platform/secrets/index.ts';
import { alarmModule } from '../audit/index.ts';
import { tenantModule } from '../tenant/index.ts';
import { createOutbox, type OutboxDeps } from './outbox/jobs.ts';
import { createCodePairs } from './code-pairs.ts';
import { createProofs } from './proof.ts';
import { createSmsService, type SmsDeps } from './service.ts';

export { encryptMessages } from './encrypted/service.ts';
export type { Proven } from './proof.ts';

/** Opens the module sms. */
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

/** The module sms. */
export type SmsModule = ReturnType<typeof createSmsModule>;

/** The module sms, for modules that need it. */
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
