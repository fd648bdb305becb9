import * as z from 'zod/mini';
import { limits } from '@anlan/contract/limits';
import { maskPhone } from '@anlan/contract/domain/phone';
import type { SmsTemplate, UnitSms } from '@anlan/contract/domain/message-template';
import type { Clock } from '#kernel/clock.ts';
import { idRange, newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import { outgoingPaused } from '#platform/backup/outgoing-pause.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { isDemoPhone, type SmsOutcome, type SmsProvider } from '#platform/sms/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { phoneIndex, encrypt, decrypt } from '../rules.ts';
import { messagePlace } from '../encrypted/rules.ts';
import { endMessage, findQueued, queueMessage, readFare, writeFare, writeSender } from '../store.ts';

// Seconds after a failure before one message may test whether the service works again.
const restSeconds = 30;

interface ServiceState {
  /** Time of the last failure that concerns every message; null while the service works. */
  downSince: Date | null;
  isManned: boolean;
}

/** State of the SMS service after a send result. A failure that concerns only one message does not change it. */
function nextServiceState(before: ServiceState, outcome: SmsOutcome, now: Date): ServiceState {
  if (outcome.kind === 'sent') return { ...before, downSince: null };
  if (outcome.kind === 'later' || outcome.forAll === true) return { ...before, downSince: now };
  return before;
}

const isDown = ({ downSince, isManned }: ServiceState, now: Date): boolean =>
  !isManned || (downSince !== null && now.getTime() - downSince.getTime() < restSeconds * 1000);

export interface OutboxDeps {
  db: Db;
  clock: Clock;
  jobs: Pick<Jobs, 'send' | 'work'>;
  vault: Pick<Vault, 'of'>;
  provider: SmsProvider;
  /**
   * SMS signature and templates of the tenant. Null when the tenant uses the signature and templates of the platform.
   */
  unitOf: (tx: Tx) => Promise<UnitSms | null>;
  /** Key that encrypts the parameters of pending messages and makes the hashes of codes and phones. */
  key: string;
}

/** A message made of a template and its values. Free text is not possible. */
export interface Notice {
  phone: string;
  template: SmsTemplate;
  params: Readonly<Record<string, string>>;
}

const queue = 'sms';
const parameters = z.record(z.string(), z.string());

/** Outbox for SMS: a message is a row in the caller's transaction; a job sends it later, with retries. */
export function createOutbox({ db, clock, jobs, vault, provider, unitOf, key }: OutboxDeps) {
  const everywhere = systemScope('sms fare', '0');
  const fareNow = (): Promise<ServiceState> => db.read(everywhere, readFare);
  async function outcomeOf(id: string, tenantId: string): Promise<SmsOutcome | null> {
    const system = systemScope('sms', tenantId);
    const { row, unit } = await db.scoped(system, async (tx) => ({
      row: await findQueued(tx, id),
      unit: await unitOf(tx),
    }));
    if (!row?.params) return null;
    if (row.phone_sealed === null) throw new Error(`sms: the phone of ${id} is not sealed yet`);
    const phone = (await vault.of({ scope: system })).open(messagePlace(id), row.phone_sealed);
    const age = (clock.now().getTime() - row.created_at.getTime()) / 1000;
    if (row.template.startsWith('code') && age > limits.sms.codeSeconds)
      return { kind: 'refused', reason: '验证码已过期，没有发送' };
    if (!provider.local && isDemoPhone(phone)) return { kind: 'refused', reason: '演示号码，没有发送' };
    const params = parameters.parse(decrypt(key, row.params));
    return provider.send({ phone, template: row.template, params, idemKey: id, ...(unit === null ? {} : { unit }) });
  }

  jobs.work(queue, async ({ tenantId, jobId }, attempt) => {
    if (await db.scoped(systemScope('sms', tenantId), outgoingPaused)) return attempt.setAside();
    const outcome = await outcomeOf(jobId, tenantId);
    if (outcome === null) return;
    const before = await fareNow();
    const { downSince } = nextServiceState(before, outcome, clock.now());
    if (downSince?.getTime() !== before.downSince?.getTime())
      await db.scoped(everywhere, (tx) => writeFare(tx, downSince));
    const again = outcome.kind === 'later' && attempt.number < limits.sms.sendTries;
    if (again) throw new Error(`sms: ${outcome.reason}`);
    const sent = outcome.kind === 'sent';
    const end = { state: sent ? 'sent' : 'failed', now: clock.now() } as const;
    const result = sent ? { note: null, receipt: outcome.receipt } : { note: outcome.reason, receipt: null };
    await db.scoped(systemScope('sms', tenantId), (tx) => endMessage(tx, jobId, { ...end, ...result }));
  });

  return {
    async works(tenantId: string, template: SmsTemplate): Promise<boolean> {
      const unit = await db.read(systemScope('sms', tenantId), unitOf);
      return provider.carries(template, unit) && !isDown(await fareNow(), clock.now());
    },
    sayThere: async (): Promise<void> => {
      await db.scoped(everywhere, writeSender);
    },
    isManned: async (): Promise<boolean> => (await fareNow()).isManned,
    /** Adds a message to the caller's transaction; it is sent after the commit. */
    async notify(tx: Tx, { phone, template, params }: Notice): Promise<void> {
      const [id, now] = [newId(), clock.now()];
      await queueMessage(tx, {
        id,
        phone: maskPhone(phone),
        phone_sealed: (await vault.of(tx)).encrypt(messagePlace(id), phone),
        phone_index: phoneIndex(key, phone),
        template,
        params: encrypt(key, params),
        created_at: now,
        updated_at: now,
      });
      const payload = { tenantId: tx.scope.tenantId, userId: idRange.lowest, jobId: id };
      await jobs.send(tx, queue, payload, { times: limits.sms.sendTries - 1, firstPauseSeconds: 1 });
    },
  };
}
