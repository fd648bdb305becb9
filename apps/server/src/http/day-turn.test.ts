// Reports to send, checks to do and training to pass are the same in every answer at every minute, also before the jobs
// of the night and without them (decision 0111).
import { dayOf, startOfDay } from '@anlan/contract/domain/instant';
import { lastEndedPeriod, spanOf } from '@anlan/contract/modules/report/period';
import type { Figure } from '@anlan/contract/kit/figure';
import { afterAll, expect, test } from 'vitest';
import { callNamed, dataOf, send } from '../../testing/client.ts';
import { demoTenantId, openDemoTenant, signInDemo } from '../../testing/demo-tenant.ts';

const app = await openDemoTenant();
afterAll(() => app.close());

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
/** The figure of a measure anywhere in an answer. */
function figureIn(answer: unknown, measure: string): Figure | undefined {
  if (!isRecord(answer)) return undefined;
  // The cast is safe: the encoder writes only fields of the schema of a figure.
  if (answer['measure'] === measure) return answer as unknown as Figure;
  for (const one of Object.values(answer)) {
    const figure = figureIn(one, measure);
    if (figure) return figure;
  }
  return undefined;
}

async function look() {
  const token = await signInDemo(app, 'admin1');
  const read = async <T>(name: string, query: Record<string, unknown> = {}) =>
    dataOf<T>(await send(app, 'GET', callNamed(app, name).path, { token, query }));
  const total = async (name: string, query: Record<string, unknown>) =>
    (await read<{ total: number }>(name, { size: 1, ...query })).total;
  const today = dayOf(app.clock.now());
  const period = lastEndedPeriod('month', today);
  const home = figureIn(await read('enterprise.indexStatistics'), 'report.sent');
  const owed = await app.sql<{ owed: number; rows: number; sent: number }>(
    `select count(*)::int as owed, count(r.id)::int as rows,
       (count(*) filter (where r.status in ('sent', 'accepted') or r.accepted_edition is not null))::int as sent
     from enterprise e left join report r on r.tenant_id = e.tenant_id and r.enterprise_id = e.id and r.kind = 'month'
       and r.period = $2 and r.removed_at is null
     where e.tenant_id = $1 and e.status in ('active', 'suspended') and e.removed_at is null and e.activated_at < $3`,
    [demoTenantId, period, startOfDay(spanOf('month', period).from)],
  );
  const checks = await read<{ today: number; done: number }>('riskCheck.counts');
  return {
    period,
    home,
    owed: owed[0],
    listed: await total('report.page', { kind: 'month', period, reported: true }),
    missing: await total('report.page', { missing: true }),
    checks,
    checksListed: await total('riskCheck.page', { dueOnFrom: today, dueOnTo: today, today: true }),
    plans: await app.sql(
      `select 1 from training_plan where tenant_id = $1 and removed_at is null
         and (status = 'published' and start_on <= $2 or status = 'running' and end_on < $2)`,
      [demoTenantId, today],
    ),
  };
}
const goTo = (at: string) => app.clock.pass((Date.parse(at) - app.clock.now().getTime()) / 1000);

test.each([
  ['at 23:50', '2026-11-30T23:50:00+08:00', '2026-10'],
  ['five seconds after midnight', '2026-12-01T00:00:05+08:00', '2026-11'],
  ['at 00:10', '2026-12-01T00:10:00+08:00', '2026-11'],
  ['after ten days without any job', '2026-12-11T00:00:05+08:00', '2026-11'],
])('answers with the same numbers everywhere %s', async (_name, at, period) => {
  goTo(at);
  const numbers = await look();
  expect(numbers.period).toBe(period);
  expect(numbers.home?.denominator).toBe(numbers.owed?.owed);
  expect(numbers.home?.numerator).toBe(numbers.owed?.sent);
  expect(numbers.owed?.rows).toBe(numbers.owed?.owed);
  expect(numbers.listed).toBe(numbers.owed?.sent);
  expect(numbers.checksListed).toBe(numbers.checks.today);
  expect(numbers.checks.today).toBeGreaterThan(0);
  expect(numbers.plans).toEqual([]);
});

test('the job of the night changes no number', async () => {
  const before = await look();
  for (const job of ['report.open', 'riskCheck.plan', 'trainingPlan.turn']) await app.doNow(job);
  expect(await look()).toEqual({ ...before, home: { ...before.home, asOf: expect.anything() } });
});
