import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { browser } = await openStage();

it('reports no error for requests that leaving the page aborts (ER-06, ER-07) @deep', async () => {
  const { page } = await browser.enter('regulator1');
  const parts: Route[] = [];
  let cutting = true;
  await page.route(/\/assets\/.*\.js$/, (route) => (cutting ? void parts.push(route) : route.continue()));
  await page.evaluate(() => {
    history.pushState({}, '', '/bus/enterprise/duplicates');
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  });
  await expect.poll(() => parts.length).toBeGreaterThan(0);
  // Simulates Firefox, which aborts running requests when a navigation starts, while the page still runs.
  const timer = await page.evaluate(() => {
    const leave = () => void dispatchEvent(new Event('beforeunload'));
    leave();
    return window.setInterval(leave, 200);
  });
  cutting = false;
  const failed = page.waitForEvent('requestfailed');
  for (const route of parts) await route.abort();
  await failed;
  await page.evaluate((one) => clearInterval(one), timer);
  await front(page).getByRole('heading', { name: '疑似重复' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('anlan-errors'))).toBeNull();
});
