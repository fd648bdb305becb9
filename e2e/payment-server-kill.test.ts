// Sends payment notices to a server that is killed repeatedly. MANY=1000 sets the number of orders. The results are
// printed.
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '../apps/server/src/kernel/random.ts';
import { createOutbound } from '../apps/server/src/platform/outbound/index.ts';
import { openPayChannels } from '../apps/server/src/platform/pay/index.ts';
import { notifyPaths } from '../apps/server/src/platform/pay/settings.ts';
import { payOf } from '../apps/server/src/platform/start/simulator.ts';
import { createSimulator } from '../apps/simulator/src/server.ts';
import { copyDemo, sql } from './app.ts';
import { freePort, killServer, startServer } from './server.ts';

const many = Number(process.env['MANY'] ?? 40);
const [each, together, fen] = [10, 8, 198_000];
/** `kills`: number of kills with few orders. `everyMs`: milliseconds between kills with many orders. */
const kills = 2;
const everyMs = 2_000;

interface Message {
  headers: Record<string, string>;
  body: string;
}
const simulator = createSimulator();
let ownerUrl: string;
let folder: string;
let port: number;
let more: Record<string, string>;
let server: ChildProcess;
const numbers = Array.from({ length: many }, (_, at) => `1_kill${String(at).padStart(12, '0')}`);
const forgedOnes = new Set<Message>();
const messages: Message[] = [];

async function lever<T>(address: string, path: string, body: object): Promise<T> {
  const reply = await fetch(`${address}/_ctl/pay/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
  return JSON.parse(await reply.text()) as T;
}

/** Creates unpaid orders for demo enterprises. */
const addOrders = () =>
  sql(
    ownerUrl,
    `with firms as (select id, row_number() over (order by id) - 1 as at, count(*) over () as all from enterprise
         where tenant_id = '1' and removed_at is null),
       wanted as (select n, no, gen_random_uuid() as order_id, f.id as enterprise_id
         from unnest($1::text[]) with ordinality as given(no, n) join firms f on f.at = n % f.all),
       orders as (insert into order_record (tenant_id, id, enterprise_id, order_no, name, code, year, price, months,
           edition, create_time, expires_at, created_at, updated_at)
         select '1', order_id, enterprise_id, no, '安全会员', 'standard', 1, $2, 12, 1, now(), now() + interval '1 hour',
           now(), now() from wanted)
     insert into pay_attempt (tenant_id, id, enterprise_id, order_id, vendor, account, out_trade_no, amount, begun,
         opened_at, expires_at)
       select '1', gen_random_uuid(), enterprise_id, order_id, 'wechat', $3, no, $2, true, now(),
         now() + interval '1 hour' from wanted`,
    [numbers, fen, more['WXPAY_MCH_ID']],
  );

beforeAll(async () => {
  const address = await simulator.listen(0);
  ({ ownerUrl } = await copyDemo());
  folder = mkdtempSync(join(tmpdir(), 'anlan-e2e-pay-kill-'));
  port = await freePort();
  const { wechat, alipay } = await simulator.pay();
  const here = `http://127.0.0.1:${port}`;
  more = {
    WXPAY_MCH_ID: wechat.mchId,
    WXPAY_APP_ID: wechat.appId,
    WXPAY_SERIAL: wechat.serial,
    WXPAY_PRIVATE_KEY: wechat.privateKey,
    WXPAY_API_V3_KEY: wechat.apiV3Key,
    WXPAY_BASE: `${address}/pay`,
    WXPAY_NOTIFY_URL: `${here}${notifyPaths.wechat(wechat.mchId)}`,
    OUTBOUND_ALLOW_PRIVATE: '127.0.0.1',
  };
  await addOrders();
  const settings = payOf({ address, pay: { wechat, alipay } }, () => here);
  const outbound = createOutbound({ allowPrivate: ['127.0.0.1'] });
  const channel = openPayChannels({ ...settings, alipay: null }, outbound, { now: () => new Date() }).get('wechat');
  if (!channel) throw new Error('no channel');
  await lever(address, 'switch', { vendor: 'wechat', notices: 'never' });
  const random = createRandom(19);
  const keyed: { key: number; message: Message }[] = [];
  for (const outTradeNo of numbers) {
    const expiresAt = new Date(Date.now() + 3_600_000);
    await channel.open({ outTradeNo, amountFen: fen, subject: '安全会员', expiresAt });
    for (const what of ['scan', 'pay']) await lever(address, 'act', { vendor: 'wechat', outTradeNo, what });
    for (let n = 0; n < each; n += 1) {
      const forged = random.chance(0.05);
      const notice = { vendor: 'wechat', outTradeNo, id: `${outTradeNo}-${n % 4}`, twist: forged ? 'forged' : 'well' };
      const { message } = await lever<{ message: Message }>(address, 'notice', { ...notice, keep: true });
      if (forged) forgedOnes.add(message);
      keyed.push({ key: random.next(), message });
    }
  }
  messages.push(...keyed.sort((one, other) => one.key - other.key).map(({ message }) => message));
  server = await startServer(ownerUrl, folder, port, more);
}, 240_000);
afterAll(async () => {
  if (server) await killServer(server);
  await simulator.close();
  rmSync(folder, { recursive: true, force: true });
});

it(`applies each paid membership once: ${many} orders × ${each} shuffled notices, 5 % forged, kill -9 meanwhile (S48, S50)`, async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: together });
  const times: number[] = [];
  const statuses = new Map<string, number>();
  let up: Promise<unknown> = Promise.resolve();
  let [killed, lost, since] = [0, 0, performance.now()];

  /** Kills the server and starts it again. Callers wait for the restart. */
  function kill() {
    killed += 1;
    up = killServer(server).then(async () => {
      server = await startServer(ownerUrl, folder, port, more);
      since = performance.now();
    });
  }
  const send = ({ headers, body }: Message) =>
    new Promise<number | null>((done) => {
      const sending = request(
        {
          host: '127.0.0.1',
          port,
          agent,
          method: 'POST',
          path: notifyPaths.wechat(more['WXPAY_MCH_ID'] ?? ''),
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        },
        (reply) => {
          reply.on('error', () => done(null)).on('end', () => done(reply.statusCode ?? null));
          reply.resume();
        },
      );
      sending.on('error', () => done(null));
      sending.end(body);
    });
  /** Sends a payment notice again until it is acknowledged, as payment vendors do. */
  async function deliver(message: Message) {
    for (;;) {
      await up;
      const began = performance.now();
      const status = await send(message);
      if (status !== null && status < 500) {
        times.push(performance.now() - began);
        const kind = `${forgedOnes.has(message) ? 'forged' : 'true'} ${status}`;
        statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
        return;
      }
      lost += 1;
    }
  }
  const began = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: together }, async () => {
      for (let at = next++; at < messages.length; at = next++) {
        const message = messages[at];
        if (message) await deliver(message);
        const due =
          many < 500
            ? at === Math.floor((messages.length * (killed + 1)) / (kills + 1))
            : performance.now() - since > everyMs;
        if (due) {
          since = Infinity;
          kill();
        }
      }
    }),
  );
  await up;
  agent.destroy();
  const seconds = (performance.now() - began) / 1000;
  expect(killed).toBeGreaterThanOrEqual(kills);
  expect([...statuses.keys()].filter((kind) => !/^(forged 401|true 20[04])$/.test(kind))).toEqual([]);
  // Waits for the sweep, which applies payment notices that were stored, but not applied, before a kill.
  const settled = async () =>
    (
      await sql<{ paid: number; extended: number; income: string; months: number; mismatch: number }>(
        ownerUrl,
        `select count(*) filter (where o.status = 'paid')::int as paid,
             (select count(*)::int from order_ledger l where l.order_id = any(array_agg(o.id)) and l.kind = 'extended') as extended,
             (select coalesce(sum(l.amount), 0) from order_ledger l where l.order_id = any(array_agg(o.id)) and l.amount > 0) as income,
             (select count(*)::int from pay_notice n where n.out_trade_no = any($1) and n.state = 'mismatch') as mismatch
           from order_record o where o.order_no = any($1)`,
        [numbers],
      )
    )[0];
  await expect.poll(settled, { timeout: 30_000, interval: 200 }).toEqual({
    paid: many,
    extended: many,
    income: String(many * fen),
    mismatch: 0,
  });
  times.sort((one, other) => one - other);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  console.log(
    `${times.length} notices (${[...statuses].map((one) => one.join(' × ')).join(', ')}) in ${seconds.toFixed(1)} s, ${killed} kills, ${lost} unheard and sent again, p99 ${p99.toFixed(0)} ms`,
  );
}, 240_000);
