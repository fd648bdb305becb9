// Load test: many orders with shuffled and forged notices while payment dialogs poll. MANY=1000 sets the number of
// orders; the results are printed.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '#kernel/random.ts';
import { send } from '../../../testing/client.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { arrives, openSetup, type Setup } from '../../../testing/pay-setup.ts';

const many = Number(process.env['MANY'] ?? 40);
const [times, atOnce, rounds] = [10, 16, 4];
let app: TestApp;
let setup: Setup;
beforeAll(async () => {
  app = await openTestApp();
  setup = await openSetup(app);
}, 120_000);
afterAll(() => app.close());

const p99 = (all: readonly number[]) => all.toSorted((one, other) => one - other)[Math.floor(all.length * 0.99)] ?? 0;
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<unknown>) {
  let next = 0;
  const runner = async () => {
    for (let at = next++; at < items.length; at = next++) await work(items[at] as T);
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
}

test(
  `${many} orders × ${times} shuffled payment notices, 5 % forged: gives one membership for each order`,
  { timeout: 300_000 },
  async () => {
    const made: { id: string; no: string }[] = [];
    await eachOf(Array.from({ length: many }), async () => {
      const { id } = await setup.told<{ id: string }>('order.create', { code: 'standard', year: 1 });
      const { wechat: no } = await setup.numbers(id);
      const expiresAt = app.clock.now();
      await app.pay.wechat.channel.open({ outTradeNo: no, amountFen: 198_000, subject: '会员', expiresAt });
      app.pay.wechat.pay(no);
      made.push({ id, no });
    });
    const random = createRandom(19);
    const notices = made
      .flatMap(({ no }) => Array.from({ length: times }, (_, at) => ({ no, at, forged: random.chance(0.05) })))
      .map((notice) => ({ ...notice, key: random.next() }))
      .sort((one, other) => one.key - other.key);
    const took: number[] = [];
    const answers = new Map<number, number>();
    const began = performance.now();
    await eachOf(notices, async ({ no, at, forged }) => {
      const since = performance.now();
      const more = forged ? { signature: 'forged', more: { amountFen: 1 } } : {};
      const { status } = await arrives(
        app,
        'wechat',
        app.pay.wechat.paymentNotice(no, { id: `${no} ${at % 3}`, ...more }),
      );
      took.push(performance.now() - since);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    });
    const seconds = (performance.now() - began) / 1000;
    const forged = notices.filter((one) => one.forged).length;
    expect(Object.fromEntries(answers)).toEqual({ 200: notices.length - forged, 401: forged });
    const [sums] = await app.sql(
      `select (select count(*)::int from order_record where status = 'paid') as paid,
         (select months from membership where enterprise_id = $1) as months,
         (select count(*)::int from order_ledger where amount > 0) as income`,
      [setup.enterpriseId],
    );
    expect(sums).toEqual({ paid: many, months: many * 12, income: many });
    expect(await setup.told('order.checkBalance', {}, 'admin')).toMatchObject({ balanced: true, orders: many });
    console.log(
      `${notices.length} notices, ${(notices.length / seconds).toFixed(0)} a second, p99 ${p99(took).toFixed(0)} ms`,
    );
  },
);

test('answers payment dialogs without delay while many dialogs poll', { timeout: 120_000 }, async () => {
  const dialogs = many / 2;
  const { id } = await setup.told<{ id: string }>('order.create', { code: 'standard', year: 1 });
  const token = setup.token('entadmin');
  const took: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    await Promise.all(
      Array.from({ length: dialogs }, async (_, at) => {
        // Spreads the start times over one second, as with real users.
        await pause((at * 1000) / dialogs);
        const since = performance.now();
        const { status } = await send(app, 'GET', `/bus/orderrecords/${id}`, { token });
        if (round > 0) took.push(performance.now() - since);
        expect(status).toBe(200);
      }),
    );
  console.log(`${dialogs} dialogs: p99 ${p99(took).toFixed(0)} ms`);
});
