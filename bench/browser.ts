// Chromium for the benches, and a person who sits at it.
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { demoPassword } from '../apps/server/src/modules/user/seed.ts';
import { say } from './measure.ts';

/** How many times slower the processor is made for what a person waits for. */
export const slowed = 4;

/** The browser that the tests use, quiet on the network. */
export const openChromium = () =>
  chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-dev-shm-usage',
      '--enable-precise-memory-info',
    ],
  });

/** What every window of the benches is like. */
export const windowOf = (baseURL: string) => ({
  baseURL,
  viewport: { width: 1440, height: 900 },
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
  reducedMotion: 'reduce' as const,
});

/** A page that waits patiently and tells its errors. */
export async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => say(`the page failed: ${error.message}`));
  return page;
}

/** Makes the processor of a page slower, or gives it back. */
export async function slow(page: Page, rate = slowed): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Signs in through the form as the published regulator of the first tenant. */
export async function enter(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByText('监管人员', { exact: true }).first().click();
  await page.getByLabel('用户名').fill('regulator1');
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL('**/wel/index');
  await page.getByRole('tab', { name: '首页' }).waitFor();
}

/** Goes to an address as a link does. */
export const go = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, address);

/** Nothing is awaited any more on the page in front. */
export const settled = (page: Page) =>
  page.waitForFunction(
    () => ![...document.querySelectorAll('.bones, .list-bone')].some((bone) => bone.checkVisibility()),
  );
