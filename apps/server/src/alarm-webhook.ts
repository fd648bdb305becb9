// Alarms to a robot of a group chat (企业微信, 钉钉 and others take this form): each is sent until it arrives (S89).
import type { createAlarms } from '#modules/audit/index.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { OutboundError, type Outbound } from '#platform/outbound/index.ts';

/** What the way to the robot leans on. */
export interface AlarmWebhookDeps {
  db: Db;
  jobs: Pick<Jobs, 'work' | 'send'>;
  alarms: Pick<ReturnType<typeof createAlarms>, 'onRaised' | 'since'>;
  outbound: Outbound;
  /** Address that takes a text by POST; nothing is sent where there is none. */
  address: string | null;
  report: (error: unknown, what: string) => void;
}

const queue = 'alarm.webhook';
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
    const { status } = await way.ask({
      address,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ msgtype: 'text', text: { content } }),
    });
    if (status < 300) return;
    // What the robot refuses for good is not worth another try.
    report(new OutboundError('status', `answer ${status}`), `telling of an alarm failed at try ${number}`);
    if (status === 429) throw new OutboundError('status', `answer ${status}`);
  });
  if (way !== null)
    alarms.onRaised((tx, id) => jobs.send(tx, queue, { tenantId: tx.scope.tenantId, userId: '', jobId: id }, again));
}
