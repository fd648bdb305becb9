// `node tools/run.mjs bench/pay.ts`, by hand: notices verified a second, and a bill of 100,000 lines, of both vendors.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPayVendors } from '../apps/server/testing/pay-vendors.ts';
import { serverEnv, serverFlags } from '../tools/bootstrap.mjs';
import { median, say } from './measure.ts';
import { serve } from './servers.ts';

const both = ['wechat', 'alipay'] as const;
const notices = Number(process.env['BENCH_NOTICES'] ?? 2_000);
const lines = Number(process.env['BENCH_LINES'] ?? 100_000);
const day = '2026-11-20';
const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);

/** Verifies one notice again and again; one in twenty is forged. */
async function verifying() {
  const vendors = await openPayVendors();
  for (const vendor of both) {
    const outTradeNo = `BENCH${vendor}0001`;
    const channel = vendors.channel(vendor);
    const begun = await channel.open({
      outTradeNo,
      amountFen: 36_500,
      subject: '安澜会员',
      expiresAt: new Date(Date.now() + 900_000),
    });
    if ('pageUrl' in begun) await fetch(begun.pageUrl);
    await vendors.lever('act', { vendor, outTradeNo, what: 'scan' });
    await vendors.lever('switch', { vendor, notices: 'never' });
    await vendors.lever('act', { vendor, outTradeNo, what: 'pay' });
    await vendors.lever('notice', { vendor, outTradeNo });
    const genuine = vendors.seen.find((one) => one.vendor === vendor);
    if (!genuine) throw new Error('no notice');
    const forged = Buffer.from(genuine.body);
    forged[40] = (forged[40] ?? 0) ^ 1;
    for (const round of [0, 1, 2]) {
      const times: number[] = [];
      let refused = 0;
      const began = performance.now();
      for (let at = 0; at < notices; at += 1) {
        const since = performance.now();
        await channel
          .readNotice({ headers: genuine.headers, body: at % 20 === 19 ? forged : genuine.body })
          .catch(() => (refused += 1));
        times.push(performance.now() - since);
      }
      const seconds = (performance.now() - began) / 1000;
      times.sort((one, other) => one - other);
      const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
      if (refused !== Math.floor(notices / 20)) throw new Error(`${refused} were refused`);
      if (round > 0)
        say(`${vendor}: ${(notices / seconds).toFixed(0)} notices a second on one core, p99 ${p99.toFixed(2)} ms`);
    }
  }
  await vendors.close();
}

/** What the reader of bills tells. */
type Told = Record<'ms' | 'count' | 'fen' | 'before' | 'most', number>;

/** Bills are read by a process of their own, the vendors stand in a third: the memory is that of the reading alone. */
async function billing() {
  const folder = mkdtempSync(join(tmpdir(), 'anlan-pay-bench-'));
  const reader = await serve('pay-bill.ts', [folder, day], serverFlags, serverEnv);
  const begins = Date.parse(`${day}T00:00:00+08:00`);
  for (const vendor of both) {
    const trades = Array.from({ length: lines * 0.98 }, (_, at) => ({
      outTradeNo: `BENCH${String(at).padStart(10, '0')}`,
      amountFen: 10_000 + (at % 90_000),
      paidAt: begins + (at * 86_000_000) / lines,
      ...(at % 49 === 0 ? { refundFen: 100, outRefundNo: `BENCHRF${at}` } : {}),
    }));
    const reply = await fetch(`${reader.url}/_ctl/pay/fill`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ vendor, trades }),
    });
    if (!reply.ok) throw new Error(await reply.text());
    await fetch(`${reader.url}/_ctl/pay/switch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ vendor, billsAtOnce: true }),
    });
    const rounds: Told[] = [];
    for (let round = 0; round < 3; round += 1) {
      const answer = once(reader.process, 'message');
      reader.process.send(vendor);
      const [told]: Told[] = await answer;
      if (told) rounds.push(told);
    }
    const [first] = rounds;
    say(
      `${vendor}: a bill of ${first?.count} lines in ${(median(rounds.map(({ ms }) => ms)) / 1000).toFixed(1)} s, ` +
        `resident at most ${megabytes(Math.max(...rounds.map(({ most }) => most)))} MB (${megabytes(first?.before ?? 0)} MB before), ` +
        (rounds.every(({ fen }) => fen === first?.fen) ? 'the same sum each time' : 'DIFFERENT SUMS'),
    );
  }
  const gone = once(reader.process, 'exit');
  reader.process.send('end');
  await gone;
  rmSync(folder, { recursive: true, force: true });
}

await verifying();
await billing();
