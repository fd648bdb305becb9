// A server that uses the simulator's payment vendors. Both sides connect over real sockets.
import { createSimulator } from '../../simulator/src/server.ts';
import { createOutbound } from '../src/platform/outbound/index.ts';
import { openPayChannels, type PayVendor } from '../src/platform/pay/index.ts';
import { payOf } from '../src/platform/start/simulator.ts';
import { openTestApp } from './app.ts';

export async function openPayApp() {
  const simulator = createSimulator();
  const address = await simulator.listen(0);
  let here = '';
  const settings = payOf({ address, pay: await simulator.pay() }, () => here);
  const app = await openTestApp({
    channels: (clock) => [
      ...openPayChannels(settings, createOutbound({ allowPrivate: ['127.0.0.1'] }), clock).values(),
    ],
  });
  here = await app.app.listen({ host: '127.0.0.1', port: 0 });

  async function lever<T = Record<string, unknown>>(path: string, body: object): Promise<T> {
    const reply = await fetch(`${address}/_ctl/pay/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    const answer: T = JSON.parse(await reply.text());
    return answer;
  }
  const sameTime = () => lever('clock', { offsetMs: app.clock.now().getTime() - Date.now() });
  await sameTime();
  for (const vendor of ['wechat', 'alipay'] as const) await lever('switch', { vendor, hurry: 1_000 });

  return {
    app,
    lever,
    async pass(seconds: number) {
      app.clock.pass(seconds);
      await sameTime();
    },
    turn: (vendor: PayVendor, change: object) => lever('switch', { vendor, ...change }),
    /**
     * Performs an action on the phone (scan, pay, cancel) for our order number at a vendor. Returns the error that
     * the phone shows.
     */
    act: async (vendor: PayVendor, outTradeNo: string, what: 'scan' | 'pay' | 'cancel', payer?: string) =>
      (await lever<{ problem: string | null }>('act', { vendor, outTradeNo, what, payer })).problem,
    async close() {
      await app.close();
      await simulator.close();
    },
  };
}
export type PayApp = Awaited<ReturnType<typeof openPayApp>>;
