// Payment notices over HTTP: shuffled, half of them repeated, one in twenty forged. Also a lost notice.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../apps/server/src/platform/postgres/index.ts';
import { openPayApp, type PayApp } from '../apps/server/testing/pay-app.ts';
import { openSetup, type Setup } from '../apps/server/testing/pay-setup.ts';
import { folderName } from '../apps/server/testing/whole-run.ts';
import type { Figure } from './measured-results.ts';
import { forEachOf } from './measure.ts';
import { scaled } from './database.ts';

const orders = scaled(100);
const noticesEach = 20;
const vendor = 'wechat';

interface Notice {
  headers: Record<string, string>;
  body: string;
}

/** Buys and pays at the vendor, without a notice. */
async function payQuietly(place: PayApp, setup: Setup) {
  const { id, wechat } = await setup.buy(1);
  await setup.openBoth(id);
  await place.act(vendor, wechat, 'scan');
  await place.act(vendor, wechat, 'pay');
  return { id, outTradeNo: wechat };
}

async function notices(place: PayApp, setup: Setup): Promise<Figure[]> {
  const all: Notice[] = [];
  const ids: string[] = [];
  for (let at = 0; at < orders; at += 1) {
    const { id, outTradeNo } = await payQuietly(place, setup);
    for (let n = 0; n < noticesEach; n += 1) {
      const noticeId = `EV-${at}-${n < noticesEach / 2 ? 0 : n}`;
      const options = { vendor, outTradeNo, id: noticeId, twist: n === 0 ? 'forged' : 'well', keep: true };
      all.push((await place.lever<{ message: Notice }>('notice', options)).message);
    }
    // An enterprise can buy again only after its order is settled.
    await place.lever('notice', { vendor, outTradeNo, id: `EV-${at}-first` });
    ids.push(id);
  }
  const shuffled = all.toSorted(() => Math.random() - 0.5);
  const address = place.app.app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const began = performance.now();
  await forEachOf(shuffled, 20, async ({ headers, body }) => {
    const url = `http://127.0.0.1:${port}/payapi/wxpay/notify/1900009191`;
    await (await fetch(url, { method: 'POST', headers, body })).text();
  });
  const seconds = (performance.now() - began) / 1000;
  let wrong = 0;
  for (const id of ids) {
    const { income, balanced } = await setup.books(id);
    if (income !== '1980.00' || !balanced) wrong += 1;
  }
  return [
    { what: 'payment notices verified per second', value: all.length / seconds, target: '>= 400' },
    { what: 'orders not paid exactly once', value: wrong, target: '<= 0' },
  ];
}

/** Seconds of the server's clock until an order counts as paid whose notice was lost. */
async function lostNotice(place: PayApp, setup: Setup): Promise<Figure> {
  const { id } = await payQuietly(place, setup);
  let seconds = 0;
  for (; seconds < 300 && (await setup.order(id)).status === '0'; seconds += 5) {
    await place.pass(5);
    await place.app.workOften();
  }
  return { what: 'lost payment notice healed, s', value: seconds, target: '<= 60' };
}

export async function pay(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'anlan-bench-pay-'));
  process.env[folderName] = folder;
  const database = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} });
  const place = await openPayApp();
  try {
    await place.turn(vendor, { notices: 'never' });
    const figures = await notices(place, await openSetup(place.app));
    return [...figures, await lostNotice(place, await openSetup(place.app))];
  } finally {
    await place.close();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
