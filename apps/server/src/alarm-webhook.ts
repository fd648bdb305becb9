// Sends alarms to a group-chat robot (企业微信, 钉钉, 飞书). Retries each alarm until it arrives (S89).
import * as z from 'zod/mini';
import type { Alarms } from '#modules/audit/index.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { OutboundError, type Outbound } from '#platform/outbound/index.ts';

export interface AlarmWebhookDeps {
  db: Db;
  jobs: Pick<Jobs, 'work' | 'send'>;
  alarms: Pick<Alarms, 'onRaised' | 'unchecked'>;
  outbound: Outbound;
  /** Webhook URL that accepts a text by POST; null disables sending. */
  address: string | null;
  report: (error: unknown, what: string) => void;
}

const queue = 'alarm.webhook';
const robotAnswer = z.object({ errcode: z.optional(z.int()), code: z.optional(z.int()) });
/**
 * Reads the error code from the body of a 200 answer (企业微信, 钉钉: `errcode`; 飞书: `code`). Returns 0 when there is none.
 */
function refusalIn(text: string): number {
  try {
    const { errcode = 0, code = 0 } = robotAnswer.parse(JSON.parse(text));
    return errcode || code;
  } catch {
    return 0;
  }
}
const again = { times: 10, firstPauseSeconds: 5 };

export function openAlarmWebhook({ db, jobs, alarms, outbound, address, report }: AlarmWebhookDeps): void {
  const way = address === null ? null : outbound.open({ bases: [address] });
  jobs.work(queue, async ({ tenantId, jobId }, { number }) => {
    if (way === null || address === null) return;
    const [alarm] = await db.scoped(systemScope(queue, tenantId), (tx) => alarms.unchecked(tx, { ids: [jobId] }));
    if (!alarm) return;
    const content = `安澜告警（${alarm.cause}，单位 ${tenantId}）：${alarm.note}`;
    const { status, text } = await way.ask({
      address,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ msgtype: 'text', text: { content } }),
    });
    const refusal = refusalIn(text);
    if (status < 300 && refusal === 0) return;
    const fault = new OutboundError('status', `answer ${status}, ${refusal}`);
    report(fault, `telling of an alarm failed at try ${number}`);
    // Throws on status 429 and on an error code in a 200 answer (rate limit), so that the send is retried. Any other
    // refusal is final.
    if (status < 300 || status === 429) throw fault;
  });
  if (way !== null)
    alarms.onRaised((tx, id) => jobs.send(tx, queue, { tenantId: tx.scope.tenantId, userId: '', jobId: id }, again));
}
