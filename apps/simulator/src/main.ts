// Child process of the server: prints its address, and ends with its parent.
import { join } from 'node:path';
import { createSimulator } from './server.ts';

const wanted = Number(process.argv[2] ?? 0);
const free = process.argv.includes('--or-any');
const folder = process.argv.find((word) => word.startsWith('--keep='))?.slice('--keep='.length);
const simulator = createSimulator(folder === undefined ? undefined : join(folder, 'pay.json'));

let ending = false;
async function end() {
  if (ending) return;
  ending = true;
  setTimeout(() => process.exit(0), 2_000).unref();
  await simulator.close().catch(() => {});
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
if (process.channel) {
  process.on('disconnect', () => void end());
  process.on('message', (message: { serves?: unknown }) => {
    if (typeof message.serves === 'string') simulator.serves(message.serves);
  });
  process.channel.unref();
}

try {
  const address = await simulator.listen(wanted).catch((error: unknown) => {
    if (!free || wanted === 0) throw error;
    return simulator.listen(0);
  });
  if (process.send)
    process.send({
      address,
      open: simulator.open,
      pay: await simulator.pay(),
      companies: simulator.companies,
      face: simulator.face,
    });
  else console.log(`模拟器 ${address}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
