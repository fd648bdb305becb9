import type { Page } from 'playwright-core';
import type { TestBrowser } from './people.ts';

export async function openPhone(browser: TestBrowser, outsideUrl: string) {
  const { page } = await browser.stranger({ size: { width: 390, height: 844 } });
  await page.goto(`${outsideUrl}/`);
  await page.getByRole('navigation').getByRole('button', { name: '付款' }).click();
  await page.getByLabel('二维码内容').waitFor();
  return {
    page,
    async scan(code: string) {
      await page.getByLabel('二维码内容').fill(code);
      await page.getByRole('button', { name: '扫码' }).first().click();
      await page.getByText('已扫码，要付款吗？').waitFor();
    },
    pay: () => page.getByRole('button', { name: '支付', exact: true }).click(),
    cancel: () => page.getByRole('button', { name: '取消', exact: true }).click(),
  };
}

export const cashierOf = (page: Page) => page.frameLocator('iframe[title=支付宝收银台]');

/**
 * Does an action and returns the text of the WeChat QR code. The text is read while the response arrives, because
 * Chromium does not retain a streamed response.
 */
export async function codeFrom(page: Page, act: () => Promise<unknown>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  await page.route(
    '**/payapi/wxpay/order?*',
    async (route) => {
      const response = await route.fetch();
      const { data }: { data: { codeUrl: string } } = await response.json();
      await route.fulfill({ response });
      resolve(data.codeUrl);
    },
    { times: 1 },
  );
  await act();
  return promise;
}
