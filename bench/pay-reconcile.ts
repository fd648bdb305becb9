// `node tools/run.mjs bench/pay-reconcile.ts`, by hand: a bill of 100,000 lines with sixty differences of six kinds,
// compared with as many payments and refunds of ours.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { startEmbedded } from '../apps/server/src/platform/postgres/index.ts';
import { openSetup } from '../apps/server/testing/pay-setup.ts';
import { openPayApp } from '../apps/server/testing/pay-app.ts';
import { folderName } from '../apps/server/testing/whole-run.ts';
import { say } from './measure.ts';

const lines = Number(process.env['BENCH_LINES'] ?? 100_000);
const [withRefund, each, fen] = [2_000, 10, 198_000];
const kinds = ['missing', 'amount', 'dayCut', 'state', 'refund', 'extra'] as const;
const vendor = 'wechat';

const folder = mkdtempSync(join(tmpdir(), 'anlan-pay-reconcile-'));
process.env[folderName] = folder;
const database = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} });
const place = await openPayApp();
const setup = await openSetup(place.app);
const { app } = place;
const day = dayOf(app.clock.now());
const ten = Date.parse(`${addDays(day, 1)}T10:00:00+08:00`) + 1_000;
await place.pass((ten - app.clock.now().getTime()) / 1_000);
await setup.enter();

const from = Date.parse(`${day}T01:00:00+08:00`);
const prefix = Number(setup.tenant.id).toString(36);
const trades = Array.from({ length: lines - withRefund }, (_, at) => ({
  outTradeNo: `${prefix}_${String(at).padStart(16, '0')}`,
  amountFen: fen,
  paidAt: from + at * 500,
  ...(at < withRefund ? { refundFen: fen, outRefundNo: `${prefix}_r${String(at).padStart(15, '0')}` } : {}),
}));
await place.lever('fill', { vendor, trades });
await app.sql(
  `with given as (select *, gen_random_uuid() as order_id, gen_random_uuid() as attempt_id
       from json_to_recordset($3::json) as t("outTradeNo" text, "paidAt" float8, "outRefundNo" text)),
     orders as (insert into order_record (tenant_id, id, enterprise_id, order_no, name, code, year, price, paid, months,
         edition, status, payment_id, pay_kind, transaction_id, paid_at, create_time, expires_at, created_at, updated_at)
       select $1, order_id, $2, "outTradeNo", '安全会员', 'standard', 1, $4, $4, 12, 1,
         case when "outRefundNo" is null then 'paid' else 'refunded' end, attempt_id, 'wechat', "outTradeNo",
         to_timestamp("paidAt" / 1000), to_timestamp("paidAt" / 1000), now(), now(), now() from given),
     attempts as (insert into pay_attempt (tenant_id, id, enterprise_id, order_id, vendor, account, out_trade_no, amount,
         state, begun, opened_at, expires_at, paid_at, transaction_id)
       select $1, attempt_id, $2, order_id, 'wechat', $5, "outTradeNo", $4, 'paid', true, now(), now(),
         to_timestamp("paidAt" / 1000), "outTradeNo" from given)
   insert into order_refund (tenant_id, id, enterprise_id, order_id, attempt_id, refund_no, out_refund_no, amount,
       automatic, state, reason, asked_at, sent_at, finished_at)
     select $1, gen_random_uuid(), $2, order_id, attempt_id, "outRefundNo", "outRefundNo", $4, true, 'done', '退款',
       to_timestamp("paidAt" / 1000), to_timestamp("paidAt" / 1000), to_timestamp("paidAt" / 1000 + 1)
     from given where "outRefundNo" is not null`,
  [setup.tenant.id, setup.enterpriseId, JSON.stringify(trades), fen, '1900000001'],
);
await app.sql('analyze');

const planted = new Map<string, string>();
for (const [at, kind] of kinds.entries())
  for (let n = 0; n < each; n += 1) {
    // Refunds differ among those that have one, payments among the others.
    const isRefund = kind === 'state' || kind === 'refund';
    const number = trades[isRefund ? at * each + n : withRefund + at * each + n]?.outTradeNo ?? '';
    const outTradeNo = kind === 'extra' ? `${prefix}_x${String(n).padStart(15, '0')}` : number;
    await place.lever('plant', { vendor, day, kind, outTradeNo });
    planted.set(outTradeNo, kind);
  }

globalThis.gc?.();
const before = process.memoryUsage().rss;
let most = before;
const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
const began = performance.now();
const result = await setup.told<{ lines: number; differences: number; state: string }>(
  'order.reconcile',
  { vendor, day },
  'admin',
);
const seconds = (performance.now() - began) / 1000;
clearInterval(watch);
const found = await app.sql<{ kind: string; no: string }>(
  'select kind, out_trade_no as no from bill_difference where tenant_id = $1',
  [setup.tenant.id],
);
const named = new Map<string, number>();
for (const { kind, no } of found) {
  const pair = `${planted.get(no) ?? 'nothing'} → ${kind}`;
  named.set(pair, (named.get(pair) ?? 0) + 1);
}
const missed = [...planted.keys()].filter((no) => !found.some((one) => one.no === no));
say(
  `a bill of ${result.lines} lines (${result.state}) fetched and compared in ${seconds.toFixed(1)} s, resident ${Math.round(before / 2 ** 20)} → ${Math.round(most / 2 ** 20)} MB with vendor and server in one process; ` +
    `${found.length} differences, ${missed.length} missed, ${found.filter(({ no }) => !planted.has(no)).length} invented: ${[...named].map((one) => one.join(' ')).join(', ')}`,
);
await place.close();
await database.stop();
rmSync(folder, { recursive: true, force: true });
