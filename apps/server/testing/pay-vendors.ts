// Both payment vendors on real sockets, our channels to them, and a webhook that only reads their notices.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createSimulator } from '../../simulator/src/server.ts';
import { createOutbound } from '../src/platform/outbound/index.ts';
import { openPayChannels, PayNoticeRefused, type PayNotice, type PayVendor } from '../src/platform/pay/index.ts';
import { publicKeyOf } from '../src/platform/pay/settings.ts';
import { payOf } from '../src/platform/start/simulator.ts';

export interface SeenNotice {
  vendor: PayVendor;
  headers: IncomingHttpHeaders;
  body: Buffer;
  read: PayNotice | PayNoticeRefused['why'];
}

export async function openPayVendors({ byPublicKey = false, keep }: { byPublicKey?: boolean; keep?: string } = {}) {
  let passedMs = 0;
  const now = () => new Date(Date.now() + passedMs);
  const simulator = createSimulator(keep);
  const address = await simulator.listen(0);
  const seen: SeenNotice[] = [];
  const door = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void receive(request.url ?? '', request.headers, Buffer.concat(chunks), reply));
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  const at = door.address();
  const here = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`;
  const facts = await simulator.pay();
  const settings = payOf({ address, pay: facts }, () => here);
  const publicKey = publicKeyOf(facts.wechat.publicKey);
  if (byPublicKey && settings.wechat && publicKey)
    settings.wechat.platformKeys = new Map([[facts.wechat.publicKeyId, publicKey]]);
  const open = () => openPayChannels(settings, createOutbound({ allowPrivate: ['127.0.0.1'] }), { now });
  let channels = open();
  const channel = (vendor: PayVendor) => {
    const payChannel = channels.get(vendor);
    if (!payChannel) throw new Error(`no channel ${vendor}`);
    return payChannel;
  };

  async function receive(path: string, headers: IncomingHttpHeaders, body: Buffer, reply: ServerResponse) {
    const vendor = path.includes('/wxpay/') ? 'wechat' : 'alipay';
    const read = await channel(vendor)
      .readNotice({ headers, body })
      .catch((error: unknown) => {
        if (error instanceof PayNoticeRefused) return error.why;
        throw error;
      });
    seen.push({ vendor, headers, body, read });
    const answer = channel(vendor).noticeAnswer(typeof read === 'object' || read === 'foreign');
    reply.writeHead(answer.status, { 'content-type': answer.contentType });
    reply.end(answer.body);
  }

  return {
    simulator,
    address,
    facts,
    settings,
    channel,
    seen,
    pass(ms: number) {
      passedMs += ms;
    },
    successor(key: string) {
      const newPublicKey = publicKeyOf(key);
      if (!settings.alipay || !newPublicKey) throw new Error('no key');
      settings.alipay.publicKeys = [...settings.alipay.publicKeys, newPublicKey];
      channels = open();
    },
    reopen() {
      channels = open();
    },
    async lever<T = Record<string, unknown>>(path: string, body: object): Promise<T> {
      const reply = await fetch(`${address}/_ctl/pay/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
      const answer: T = JSON.parse(await reply.text());
      return answer;
    },
    async fault(service: 'wxpay' | 'alipay', mode: string, times = 1) {
      await fetch(`${address}/_ctl/fault`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ service, mode, times }),
      });
    },
    async close() {
      await simulator.close();
      door.closeAllConnections();
      door.close();
    },
  };
}
export type PayVendors = Awaited<ReturnType<typeof openPayVendors>>;
