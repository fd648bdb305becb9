import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { openStage } from './stage.ts';

const { browser } = await openStage();

it('what leaving a page breaks off is no error, and asks nobody to see to the network (ER-06, ER-07)', async () => {
  const person = await browser.enter('regulator1');
  const { page } = person;
  // Firefox breaks off what is under way as soon as somebody sets out to leave; here the part and its next try are cut.
  const parts: Route[] = [];
  await page.route(/\/assets\/.*\.js$/, (route) => void parts.push(route));
  await page.route('**/healthz', (route) => route.abort());
  await page.evaluate(() => {
    history.pushState({}, '', '/bus/enterprise/duplicates');
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  });
  await expect.poll(() => parts.length).toBeGreaterThan(0);

  const answer = Promise.withResolvers<void>();
  await page.route('**/wel/index?left', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const going = page.waitForRequest('**/wel/index?left');
  await page.evaluate(() => location.assign('/wel/index?left'));
  await going;
  const cut = page.waitForEvent('requestfailed');
  for (const route of parts.splice(0)) await route.abort();
  await cut;
  expect(await page.getByText('网络连接不可用').count()).toBe(0);
  await page.unroute(/\/assets\/.*\.js$/);
  await page.unroute('**/healthz');
  answer.resolve();
  await page.waitForURL('**/wel/index?left');
  await page.getByRole('tab', { name: '首页' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('anlan-errors'))).toBeNull();
});
