// Chromium for the benches. All times are measured with a processor slowed down four times.
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { demoPassword } from '../apps/server/src/modules/user/seed.ts';
import { withServer, type Server } from './servers.ts';
import type { Enterprises, Place } from './database.ts';

export const chromiumOptions = {
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-dev-shm-usage',
    '--enable-precise-memory-info',
  ],
};

export const windowOf = (baseURL: string, width = 1440, height = 900): BrowserContextOptions => ({
  baseURL,
  viewport: { width, height },
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
  reducedMotion: 'reduce',
});

export const list = '/bus/enterprise/index';
/** Selector of the rows in the active list. */
export const rows = '.work tbody tr:not([aria-hidden])';

/** Slows down the processor of a page, or restores its speed. */
export async function slow(page: Page, rate = 4): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Signs in through the form. */
export async function enter(page: Page, username = 'regulator1', kind = '监管人员'): Promise<void> {
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => console.log(`error in the page: ${error.message}`));
  await page.goto('/login');
  await page.getByText(kind, { exact: true }).first().click();
  await page.getByLabel('用户名').fill(username);
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL('**/wel/index');
  await page.getByRole('tab', { name: '首页' }).waitFor();
}

/**
 * Runs a bench with a browser in which a regulator is signed in. `session` is the stored session, which can sign in
 * another window.
 */
export const withBrowser = <T>(
  { database = 'anlan_day', enterprises = { 1: 3_000 } }: { database?: string; enterprises?: Enterprises },
  work: (of: { browser: Browser; page: Page; session: string; app: Server; place: Place }) => Promise<T>,
): Promise<T> =>
  withServer({ database, enterprises }, async (place, app) => {
    const browser = await chromium.launch(chromiumOptions);
    try {
      const page = await (await browser.newContext(windowOf(app.url))).newPage();
      await enter(page);
      const session = await page.evaluate(() => {
        const names = Object.keys(sessionStorage).filter((name) => /token|session$/.test(name));
        return JSON.stringify(names.map((name) => [name, sessionStorage.getItem(name)]));
      });
      return await work({ browser, page, session, app, place });
    } finally {
      await browser.close();
    }
  });

/** Navigates to an address like a click on a link. */
export const go = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, address);

/** Waits until no placeholder is visible and no request is open. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => ![...document.querySelectorAll('.bones, .list-bone')].some((bone) => bone.checkVisibility()),
  );
  await page.waitForLoadState('networkidle');
}

/** Waits until an element that matches `selector` is visible and painted; returns the page's time in milliseconds. */
export async function paintedAt(page: Page, selector: string, { count = 1, text = '' } = {}): Promise<number> {
  const time = await page.waitForFunction(
    (of): number | Promise<number> => {
      const visible = [...document.querySelectorAll(of.selector)].filter(
        (element) => element.checkVisibility() && new RegExp(of.text).test(element.textContent ?? ''),
      );
      if (visible.length < of.count) return 0;
      return new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now());
        port2.postMessage(null);
      });
    },
    { selector, count, text },
  );
  return Number(await time.jsonValue());
}

/** Milliseconds from the first press of `act` until its result is painted. */
export async function untilPainted(
  page: Page,
  act: () => Promise<unknown>,
  selector: string,
  options: { count?: number; text?: string } = {},
): Promise<number> {
  await page.evaluate(() => {
    const note = (event?: Event) => Reflect.set(window, 'pressedAt', event?.timeStamp ?? performance.now());
    note();
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, note, { capture: true, once: true });
  });
  const painted = paintedAt(page, selector, options);
  await act();
  return (await painted) - (await page.evaluate(() => Number(Reflect.get(window, 'pressedAt'))));
}

/**
 * Makes a first visit with an empty cache. Measures milliseconds, requests and bytes until `selector` is painted, or
 * until the page is idle.
 */
export async function firstVisit(
  browser: Browser,
  url: string,
  {
    path,
    selector,
    session = '[]',
    idle = false,
  }: { path: string; selector: string; session?: string; idle?: boolean },
) {
  const context = await browser.newContext(windowOf(url));
  try {
    await context.addInitScript((entries) => {
      for (const [name, value] of JSON.parse(entries)) sessionStorage.setItem(name, value);
      performance.setResourceTimingBufferSize(1_000);
    }, session);
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await slow(page);
    await page.goto(path, { waitUntil: 'commit' });
    const painted = await paintedAt(page, selector);
    await page.waitForFunction((isIdle) => {
      const ends = performance.getEntriesByType('resource').map((entry) => entry.startTime + entry.duration);
      const hasPaint = performance.getEntriesByName('first-contentful-paint').length > 0;
      return hasPaint && (!isIdle || performance.now() - Math.max(...ends) > 2_000);
    }, idle);
    return await page.evaluate(
      (until) => {
        const entries = performance.getEntries().filter((entry) => entry instanceof PerformanceResourceTiming);
        const requests = entries.filter(({ startTime }) => startTime <= until);
        const answered = requests.filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= until);
        return {
          firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
          painted: until,
          requests: requests.length,
          bytes: answered.reduce((sum, { transferSize }) => sum + transferSize, 0),
        };
      },
      idle ? 1e9 : painted,
    );
  } finally {
    await context.close();
  }
}

/** Opens a list at full speed, then slows down the processor. */
export async function openSlowly(page: Page, path: string): Promise<void> {
  await go(page, path);
  await page.locator(rows).filter({ visible: true }).first().waitFor();
  await settled(page);
  await slow(page);
}
