// Sends payment notices. It repeats them until they are accepted, and damages them on request.
import { request } from 'node:http';
import type { openTraffic } from '../traffic.ts';
import type { Trade, Refund, Vendor } from './ledger.ts';
import type { noticeModes, PaySwitches } from './switches.ts';

export interface Subject {
  trade: Trade;
  refund: Refund | null;
}
export interface Outgoing {
  headers: Record<string, string>;
  body: string;
}
export interface NoticeWriter {
  write(subject: Subject, id: string, twist: keyof typeof noticeModes): Outgoing;
  taken(status: number, text: string): boolean;
}

// Seconds between attempts, as both vendors publish them.
const waits: Record<Vendor, readonly number[]> = {
  wechat: [15, 15, 30, 180, 600, 1_200, 1_800, 1_800, 1_800, 3_600, 10_800, 10_800, 10_800, 21_600, 21_600],
  alipay: [240, 600, 600, 3_600, 7_200, 21_600, 54_000],
};
const loopback = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/;

function post(address: string, { headers, body }: Outgoing): Promise<{ status: number; text: string }> {
  return new Promise((done) => {
    const url = new URL(address);
    // Sends notices only to this machine, whatever address the order contains.
    if (!loopback.test(url.hostname) || url.protocol !== 'http:') {
      done({ status: 0, text: '通知地址不在本机' });
      return;
    }
    const bytes = Buffer.from(body);
    const sending = request(
      url,
      { method: 'POST', headers: { ...headers, 'content-length': bytes.length }, agent: false, timeout: 5_000 },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('end', () =>
          done({ status: reply.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8').slice(0, 4_096) }),
        );
        reply.on('error', () => done({ status: 0, text: '' }));
      },
    );
    sending.on('timeout', () => sending.destroy());
    sending.on('error', (error) => done({ status: 0, text: error.message }));
    sending.end(bytes);
  });
}

export function openNotices(
  writers: Record<Vendor, NoticeWriter>,
  switches: PaySwitches,
  traffic: ReturnType<typeof openTraffic>,
) {
  const timers = new Set<NodeJS.Timeout>();
  const held: Subject[] = [];
  let last = 0;
  let closed = false;

  function later(seconds: number, vendor: Vendor, act: () => void) {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        act();
      },
      (seconds * 1000) / switches.of(vendor).hurry,
    );
    timer.unref();
    timers.add(timer);
  }

  async function once(subject: Subject, id: string, twist: keyof typeof noticeModes): Promise<boolean> {
    const { vendor, notifyUrl } = subject.trade;
    const outgoing = writers[vendor].write(subject, id, twist);
    const since = performance.now();
    const { status, text } = await post(notifyUrl, outgoing);
    const isAccepted = writers[vendor].taken(status, text);
    traffic.note({
      direction: 'out',
      service: vendor === 'wechat' ? 'wxpay' : 'alipay',
      method: 'POST',
      address: notifyUrl,
      headers: outgoing.headers,
      body: outgoing.body,
      status,
      verdict: isAccepted ? '通知已收下' : '拒绝：通知没有收下',
      answer: text,
      ms: Math.round(performance.now() - since),
    });
    return isAccepted;
  }

  function insist(subject: Subject, id: string, twist: keyof typeof noticeModes, tries = 0) {
    void once(subject, id, twist).then((isAccepted) => {
      const wait = waits[subject.trade.vendor][tries];
      if (!isAccepted && !closed && wait !== undefined)
        later(wait, subject.trade.vendor, () => insist(subject, id, twist, tries + 1));
    });
  }

  function begin(subject: Subject) {
    const { vendor } = subject.trade;
    const mode = switches.of(vendor).notices;
    last += 1;
    const id = `EV-${Date.now().toString(36)}${String(last).padStart(6, '0')}`;
    if (mode === 'never') return;
    if (mode === 'late') return later(30, vendor, () => insist(subject, id, 'well'));
    if (mode === 'outOfOrder' && subject.refund === null) return void held.push(subject);
    if (mode === 'doubled') for (let more = 0; more < 4; more += 1) insist(subject, id, 'well');
    if (mode === 'forgedFirst') void once(subject, id, 'forged').then(() => insist(subject, id, 'well'));
    else if (mode === 'forged' || mode === 'probe' || mode === 'stale' || mode === 'unknownSerial')
      void once(subject, id, mode);
    else insist(subject, id, mode === 'wrongAmount' || mode === 'foreign' ? mode : 'well');
    // A delayed payment notice must arrive after its refund notice.
    const waiting = held.findIndex(({ trade }) => trade === subject.trade);
    if (subject.refund && waiting >= 0) {
      const [payment] = held.splice(waiting, 1);
      if (payment) later(1, vendor, () => insist(payment, `${id}H`, 'well'));
    }
  }

  return {
    tell: begin,
    write: ({ trade, refund }: Subject, twist: keyof typeof noticeModes, id: string) =>
      writers[trade.vendor].write({ trade, refund }, id, twist),
    send: (subject: Subject, twist: keyof typeof noticeModes, id = `EV-HAND-${Date.now().toString(36)}`) =>
      once(subject, id, twist),
    close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      held.length = 0;
    },
  };
}

export type Notices = ReturnType<typeof openNotices>;
