// A demonstration that was started 40 days ago is alive: it has the rows of the days since, and contradicts nothing.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { beforeAll, expect, it } from 'vitest';
import { systemClock } from '../apps/server/src/kernel/clock.ts';
import { openStage } from './app-and-browser.ts';
import { brokenDemo } from './demo-invariants.ts';

const { app, browser } = await openStage({ clockOffset: '40d' });
const now = systemClock.now();
const today = dayOf(now);

/** The jobs of a night, in their order. */
const night = ['report.open', 'riskCheck.plan', 'trainingPlan.day', 'demo.days', 'archive.count', 'score.all'];

async function call<T>(username: string, path: string): Promise<T> {
  const answer = await fetch(`${app.url}${path}`, { headers: await browser.headersOf(username) });
  const body: { data: T } = await answer.json();
  expect(answer.status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
  return body.data;
}
const total = async (username: string, path: string) => (await call<{ total: number }>(username, path)).total;
const count = async (text: string) => Number((await app.sql<{ count: string }>(text))[0]?.count);

beforeAll(async () => {
  for (const job of night) await app.nightly(job);
}, 240_000);

it('moves the clock of SQL and of Node alike', async () => {
  const [row] = await app.sql<{ now: Date; at: Date }>(
    `select anlan_now() as now, max(at) as at from audit where tenant_id = '1'`,
  );
  for (const time of [row?.now, row?.at]) expect(dayOf(time ?? new Date(0))).toBe(today);
});

it('adds what happened in the 40 days', async () => {
  const since = `'${addDays(today, -39)}'`;
  expect(await count(`select count(*) from danger where found_at >= ${since}`)).toBeGreaterThan(300);
  expect(await count(`select count(*) from danger where verified_at >= ${since}`)).toBeGreaterThan(300);
  expect(await count(`select count(*) from risk_check where done_at >= ${since}`)).toBeGreaterThan(300);
  expect(await count(`select count(*) from report where sent_at >= ${since}`)).toBeGreaterThan(50);
  expect(await count(`select count(*) from learning_task where passed_at >= ${since}`)).toBeGreaterThan(50);
  expect(await count(`select count(*) from inspection where started_at >= ${since}`)).toBeGreaterThan(40);
  expect(await count(`select count(*) from enforcement where issued_at >= ${since}`)).toBeGreaterThan(10);
  expect(await count(`select count(*) from enforcement where closed_at >= ${since}`)).toBeGreaterThan(10);
  expect(await count(`select count(*) from order_record where paid_at >= ${since}`)).toBeGreaterThan(4);
  expect(await count(`select count(*) from wx_message where create_time >= ${since}`)).toBeGreaterThan(3);
  const shifts = `select count(distinct (depart_at at time zone 'Asia/Shanghai')::date) from shift where depart_at >= ${since}`;
  expect(Number((await app.sql<{ count: string }>(shifts, [], '2'))[0]?.count)).toBeGreaterThan(38);
});

it('keeps every invariant of the demonstration', async () => {
  expect(await brokenDemo(app.superuserUrl)).toEqual([]);
});

it('fills homes and lists', async () => {
  for (const name of ['regulator1', 'regulator2', 'regulator3']) {
    await call(name, '/bus/home/regulator');
    for (const path of ['/bus/enterpriseexpinfo', '/bus/riskcheck', '/bus/monthlyreport'])
      expect(await total(name, `${path}/page?current=1&size=20`), `${name} ${path}`).toBeGreaterThan(20);
  }
  await call('safety1', '/bus/home/enterprise');
  const running = `select count(*) from training_plan where status = 'running' and end_on >= '${today}'`;
  expect(await count(running)).toBeGreaterThan(0);
  const { page, faults } = await browser.enter('regulator1');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect(faults).toEqual([]);
});

it('adds each day once', async () => {
  const dangers = 'select count(*) from danger';
  const before = await count(dangers);
  await app.nightly('demo.days');
  expect(await count(dangers)).toBe(before);
});
