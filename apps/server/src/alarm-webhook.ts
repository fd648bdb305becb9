// Alarms to a robot of a group chat (企业微信, 钉钉 and others take this form): each is sent until it arrives (S89).
import * as z from 'zod/mini';
import type { Alarms } from '#modules/audit/index.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { OutboundError, type Outbound } from '#platform/outbound/index.ts';

/** What the way to the robot depends on. */
export interface AlarmWebhookDeps {
  db: Db;
  jobs: Pick<Jobs, 'work' | 'send'>;
  alarms: Pick<Alarms, 'onRaised' | 'since'>;
  outbound: Outbound;
  /** Address that takes a text by POST; nothing is sent where there is none. */
  address: string | null;
  report: (error: unknown, what: string) => void;
}

const queue = 'alarm.webhook';
const said = z.object({ errcode: z.optional(z.int()), code: z.optional(z.int()) });
/** What a robot says against a text that it answers with 200 all the same (企业微信, 钉钉: `errcode`; 飞书: `code`); else 0. */
function refusalIn(text: string): number {
  try {
    const { errcode = 0, code = 0 } = said.parse(JSON.parse(text));
    return errcode || code;
  } catch {
    return 0;
  }
}
const again = { times: 10, firstPauseSeconds: 5 };

/** Sends each alarm to the robot of the configuration. */
export function openAlarmWebhook({ db, jobs, alarms, outbound, address, report }: AlarmWebhookDeps): void {
  const way = address === null ? null : outbound.open({ bases: [address] });
  jobs.work(queue, async ({ tenantId, jobId }, { number }) => {
    if (way === null || address === null) return;
    const [alarm] = await db.scoped(systemScope(queue, tenantId), (tx) =>
      alarms.since(tx, new Date(0), { ids: [jobId] }),
    );
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
    // Too many within a minute are taken a little later; an address that is refused for good is not worth another try.
    if (status < 300 || status === 429) throw fault;
  });
  if (way !== null)
    alarms.onRaised((tx, id) => jobs.send(tx, queue, { tenantId: tx.scope.tenantId, userId: '', jobId: id }, again));
}
