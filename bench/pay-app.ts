// `node tools/run.mjs bench/pay-app.ts`, by hand: shuffled notices, some of them forged, over HTTP into the books.
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../apps/server/src/platform/postgres/index.ts';
import { openSetup } from '../apps/server/testing/pay-setup.ts';
import { openPayApp } from '../apps/server/testing/pay-app.ts';
import { folderName } from '../apps/server/testing/whole-run.ts';
import { say } from './measure.ts';

const orders = Number(process.env['BENCH_ORDERS'] ?? 100);
const each = 20;
const together = 20;

interface Message {
  headers: Record<string, string>;
  body: string;
}

const folder = mkdtempSync(join(tmpdir(), 'anlan-pay-app-'));
process.env[folderName] = folder;
// The templates of tests write without waiting for the disk: what stands here is the work, not the disk.
const database = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} });
const place = await openPayApp();
const setup = await openSetup(place.app);
const vendor = 'wechat';
await place.turn(vendor, { notices: 'never' });

const messages: Message[] = [];
const ids: string[] = [];
for (let at = 0; at < orders; at += 1) {
  const { id, wechat } = await setup.buy(1);
  await setup.openBoth(id);
  await place.act(vendor, wechat, 'scan');
  await place.act(vendor, wechat, 'pay');
  for (let n = 0; n < each; n += 1) {
    // Half of them are one notice again and again, one in twenty is forged.
    const twist = n === 0 ? 'forged' : 'well';
    const notice = { vendor, outTradeNo: wechat, id: `EV-${at}-${n < each / 2 ? 0 : n}`, twist, keep: true };
    messages.push((await place.lever<{ message: Message }>('notice', notice)).message);
  }
  ids.push(id);
  // The next order of the same enterprise needs this one settled.
  await place.lever('notice', { vendor, outTradeNo: wechat, id: `EV-${at}-first` });
}
for (const one of messages) one.headers['x-order'] = String(Math.random());
messages.sort((one, other) => Number(one.headers['x-order']) - Number(other.headers['x-order']));

const address = place.app.app.server.address();
const port = typeof address === 'object' && address ? address.port : 0;
const agent = new Agent({ keepAlive: true, maxSockets: together });
const times: number[] = [];
const statuses = new Map<number, number>();
const deliver = ({ headers, body }: Message) =>
  new Promise<void>((done, reject) => {
    const since = performance.now();
    const sending = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method: 'POST',
        path: `/payapi/wxpay/notify/1900009191`,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      (reply) => {
        reply.resume();
        reply.on('end', () => {
          times.push(performance.now() - since);
          statuses.set(reply.statusCode ?? 0, (statuses.get(reply.statusCode ?? 0) ?? 0) + 1);
          done();
        });
      },
    );
    sending.on('error', reject);
    sending.end(body);
  });
const began = performance.now();
const cpuBefore = process.cpuUsage();
await Promise.all(
  Array.from({ length: together }, async () => {
    for (let next = messages.pop(); next; next = messages.pop()) await deliver(next);
  }),
);
const seconds = (performance.now() - began) / 1000;
const cpu = process.cpuUsage(cpuBefore);
times.sort((one, other) => one - other);
const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(0);
const [sum] = await place.app.sql<{ paid: string }>(`select count(*) as paid from order_record where status = 'paid'`);
say(
  `${times.length} notices (${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}) in ${seconds.toFixed(1)} s: ` +
    `${(times.length / seconds).toFixed(0)} a second, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${((cpu.user + cpu.system) / 1000 / times.length).toFixed(2)} ms of a core each (client and server); ${sum?.paid} of ${ids.length} orders paid`,
);
agent.destroy();
await place.close();
await database.stop();
rmSync(folder, { recursive: true, force: true });
