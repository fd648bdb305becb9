// A process that reads bills and nothing else; bench/pay.ts starts it and fills the vendors' books.
import { createOutbound } from '../apps/server/src/platform/outbound/index.ts';
import { openPayChannels, type PayVendor } from '../apps/server/src/platform/pay/index.ts';
import { payOf, startSimulator } from '../apps/server/src/platform/start/simulator.ts';

const [folder = '', day = ''] = process.argv.slice(2);
const simulator = startSimulator({ port: 0, orAny: true }, folder);
const facts = await simulator.facts;
if (!facts) throw new Error('no simulator');
const outbound = createOutbound({ allowPrivate: ['127.0.0.1'] });
const channels = openPayChannels(
  payOf(facts, () => 'http://127.0.0.1:1'),
  outbound,
  { now: () => new Date() },
);

async function read(vendor: PayVendor) {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  const began = performance.now();
  const bill = await channels.get(vendor)?.bill(day);
  let count = 0;
  let fen = 0;
  for await (const line of bill ?? []) {
    count += 1;
    fen += line.kind === 'payment' ? line.amountFen : -line.amountFen;
  }
  clearInterval(watch);
  return { ms: performance.now() - began, count, fen, before, most };
}

process.on('message', (vendor) => {
  if (vendor === 'wechat' || vendor === 'alipay') void read(vendor).then((result) => process.send?.(result));
  else void simulator.stop().then(() => process.exit(0));
});
process.send?.(facts.address);
