/**
 * sms: codes and notices by SMS (短信).
 * A code is bound to tenant, purpose and phone, lives five minutes and is good once; asking is counted over all tenants.
 * Messages are rows in the transaction of the use case, sent by work that tries again; their words stand with the provider.
 * Codes, counts and proofs belong to the wall: other modules reach them with the scope that the wall hands in.
 */
import { smsCalls } from '@anlan/contract/modules/sms/calls';
import { openedElsewhere, serve } from '#kit/module.ts';
import { createOutbox, type OutboxDeps } from './outbox/jobs.ts';
import { createPairs } from './pair.ts';
import { createProofs } from './proof.ts';
import { createSmsService, type SmsDeps } from './service.ts';

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
    pairs: createPairs(deps),
  };
}

/** The module sms. */
export type SmsModule = ReturnType<typeof createSmsModule>;

/** The module sms, for modules that need it. */
export const smsModule = openedElsewhere<SmsModule>('sms', (sms) => [
  serve('sms', smsCalls, { send: sms.send, check: sms.check }, true),
]);
