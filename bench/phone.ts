// A phone with a processor four times slower: a tap on one of 80 items until it is painted, and a cold start offline.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { chromiumOptions, enter, go, paintedAt, slow, windowOf } from './browser.ts';
import type { Figure } from './measured-results.ts';
import { median, percentile, roundsOr } from './measure.ts';
import { withServer } from './servers.ts';
import { makeChecks } from './site-checks.ts';

const itemCount = 80;

async function openPhone(folder: string, url: string) {
  const context = await chromium.launchPersistentContext(folder, { ...chromiumOptions, ...windowOf(url, 390, 844) });
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

/** Milliseconds from each tap until the pressed button is painted. */
async function taps(page: Page, checkId: string): Promise<number[]> {
  await go(page, `/bus/riskcheck/site?id=${checkId}`);
  const items = page.locator('.site-item');
  await items.nth(itemCount - 1).waitFor({ state: 'attached' });
  await slow(page);
  await page.evaluate(() => {
    const times: number[] = [];
    Reflect.set(window, 'tapTimes', times);
    const note = ({ timeStamp, target }: Event) => {
      const button = target instanceof Element ? target.closest('button') : null;
      const look = () => {
        if (button?.getAttribute('aria-pressed') !== 'true') return void requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => void times.push(performance.now() - timeStamp);
        port2.postMessage(null);
      };
      requestAnimationFrame(look);
    };
    document.addEventListener('pointerdown', note, true);
  });
  for (let at = 0; at < itemCount; at += 1) {
    const name = at % 9 === 8 ? '不符合' : '符合';
    await items.nth(at).getByRole('button', { name, exact: true }).click();
    await page.waitForFunction((count) => Reflect.get(window, 'tapTimes').length > count, at);
  }
  return page.evaluate((): number[] => Reflect.get(window, 'tapTimes'));
}

/** Milliseconds from opening the address until the stored list is painted. */
async function coldStart(folder: string, url: string): Promise<number> {
  const { context, page } = await openPhone(folder, url);
  try {
    await context.setOffline(true);
    await slow(page);
    await page.goto('/wel/index', { waitUntil: 'commit' });
    return await paintedAt(page, '.kept-list');
  } finally {
    await context.close();
  }
}

export const phone = (): Promise<Figure[]> =>
  withServer({ database: 'anlan_site', enterprises: { 1: 500 } }, async (place, app) => {
    const folder = mkdtempSync(join(tmpdir(), 'anlan-bench-phone-'));
    try {
      const [checkId = ''] = await makeChecks(place, 1, itemCount);
      const { context, page } = await openPhone(folder, app.url);
      await enter(page, 'leader1', '企业人员');
      await go(page, '/bus/riskcheck/index');
      await page.getByText(/\d+ 项已存本机/).waitFor();
      await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active != null);
      const times = await taps(page, checkId);
      await context.close();
      const starts: number[] = [];
      for (let round = 0; round < roundsOr(5); round += 1) starts.push(await coldStart(folder, app.url));
      return [
        { what: 'tap on a phone at 4x CPU, p95 ms', value: percentile(times, 0.95), target: '<= 100' },
        { what: 'cold start of a phone offline at 4x CPU, ms', value: median(starts), target: '<= 1000' },
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
