import * as z from 'zod/mini';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { idRange, newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import { outgoingHeld } from '#platform/backup/held.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { isDemoPhone, type SmsOutcome, type SmsProvider, type SmsTemplate } from '#platform/sms/index.ts';
import { seal, unseal } from '../rules.ts';
import { faredWith, isDown, type Fare } from './rules.ts';
import { endMessage, findQueued, queueMessage } from '../store.ts';

/** What the outbox leans on. */
export interface OutboxDeps {
  db: Db;
  clock: Clock;
  jobs: Pick<Jobs, 'send' | 'work'>;
  provider: SmsProvider;
  /** Closes the parameters of waiting messages and keys the hashes of codes. */
  key: string;
}

/** A message by its template and values; never a free text. */
export interface Notice {
  phone: string;
  template: SmsTemplate;
  params: Readonly<Record<string, string>>;
}

const queue = 'sms';
const parameters = z.record(z.string(), z.string());

/** Messages: a row in the transaction of the use case, sent by work that tries again. */
export function createOutbox({ db, clock, jobs, provider, key }: OutboxDeps) {
  let fare: Fare = { downSince: null };
  async function outcomeOf(id: string, tenantId: string): Promise<SmsOutcome | null> {
    const system = systemScope('sms', tenantId);
    const row = await db.scoped(system, (tx) => findQueued(tx, id));
    if (!row?.params) return null;
    const age = (clock.now().getTime() - row.created_at.getTime()) / 1000;
    if (row.template.startsWith('code') && age > limits.sms.codeSeconds)
      return { kind: 'refused', reason: '验证码已过期，没有发送' };
    if (!provider.local && isDemoPhone(row.phone)) return { kind: 'refused', reason: '演示号码，没有发送' };
    const { phone, template } = row;
    return provider.send({ phone, template, params: parameters.parse(unseal(key, row.params)), idemKey: id });
  }

  jobs.work(queue, async ({ tenantId, jobId }, attempt) => {
    if (await db.scoped(systemScope('sms', tenantId), outgoingHeld)) return attempt.setAside();
    const outcome = await outcomeOf(jobId, tenantId);
    if (outcome === null) return;
    fare = faredWith(fare, outcome, clock.now());
    const again = outcome.kind === 'later' && attempt.number < limits.sms.sendTries;
    if (again) throw new Error(`sms: ${outcome.reason}`);
    const sent = outcome.kind === 'sent';
    const end = { state: sent ? 'sent' : 'failed', now: clock.now() } as const;
    const told = sent ? { note: null, receipt: outcome.receipt } : { note: outcome.reason, receipt: null };
    await db.scoped(systemScope('sms', tenantId), (tx) => endMessage(tx, jobId, { ...end, ...told }));
  });

  return {
    /** Whether a message by a template has a way to its phone just now. */
    works: (template: SmsTemplate): boolean => provider.carries(template) && !isDown(fare, clock.now()),
    /** Puts a message into the transaction of the use case; it leaves when that commits. */
    async notify(tx: Tx, { phone, template, params }: Notice): Promise<void> {
      const [id, now] = [newId(), clock.now()];
      await queueMessage(tx, { id, phone, template, params: seal(key, params), created_at: now, updated_at: now });
      const payload = { tenantId: tx.scope.tenantId, userId: idRange.lowest, jobId: id };
      await jobs.send(tx, queue, payload, { times: limits.sms.sendTries - 1, firstPauseSeconds: 1 });
    },
  };
}
