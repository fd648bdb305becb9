// `node tools/run.mjs bench/pay-twice.ts`, by hand: orders that are paid at both vendors at once, until what was paid
// twice has gone back.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../apps/server/src/platform/postgres/index.ts';
import { openSetup } from '../apps/server/testing/pay-setup.ts';
import { openPayApp } from '../apps/server/testing/pay-app.ts';
import { folderName } from '../apps/server/testing/whole-run.ts';
import { say } from './measure.ts';

const orders = Number(process.env['BENCH_ORDERS'] ?? 100);
const sweepSeconds = 5;
const both = ['wechat', 'alipay'] as const;

const folder = mkdtempSync(join(tmpdir(), 'anlan-pay-twice-'));
process.env[folderName] = folder;
const database = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} });
const place = await openPayApp();
const setup = await openSetup(place.app);
for (const vendor of both) await place.turn(vendor, { notices: 'never' });
const made: { id: string; wechat: string; alipay: string }[] = [];
for (let at = 0; at < orders; at += 1) {
  const order = await setup.buy(1);
  const { alipay } = await setup.openBoth(order.id);
  await fetch(String(alipay.headers['location']));
  for (const vendor of both) {
    await place.act(vendor, order[vendor], 'scan');
    await place.act(vendor, order[vendor], 'pay');
  }
  // The first notice settles the order: the enterprise may buy the next one.
  await place.lever('notice', { vendor: 'wechat', outTradeNo: order.wechat, id: `EV-${at}` });
  made.push(order);
}
const began = performance.now();
await Promise.all(
  made.map(({ alipay }, at) => place.lever('notice', { vendor: 'alipay', outTradeNo: alipay, id: `ALI-${at}` })),
);
const back = async () => {
  const [row] = await place.app.sql<{ done: number }>(
    `select count(*)::int as done from order_refund where automatic and state = 'done'`,
  );
  return row?.done ?? 0;
};
let passed = 0;
// What is asked again has a time: the server's own clock goes on with the sweeps.
while ((await back()) < orders && passed < 600) {
  await place.app.workOften();
  if ((await back()) >= orders) break;
  await place.pass(sweepSeconds);
  passed += sweepSeconds;
}
const seconds = (performance.now() - began) / 1000;
const [sums] = await place.app.sql<{ paid: number; back: string }>(
  `select count(*) filter (where status = 'paid')::int as paid,
     (select sum(amount) from order_refund where state = 'done') as back from order_record`,
);
say(
  `${orders} orders paid twice: ${await back()} refunds of ¥${Number(sums?.back ?? 0) / 100} in ${seconds.toFixed(1)} s of work and ${passed} s of waiting; ${sums?.paid ?? 0} orders stay paid`,
);
await place.close();
await database.stop();
rmSync(folder, { recursive: true, force: true });
