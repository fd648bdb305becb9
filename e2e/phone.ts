import type { Page } from 'playwright-core';
import type { TestBrowser } from './people.ts';

/** The simulator's phone in a browser of its own, which pays what waits at a vendor. */
export async function openPhone(browser: TestBrowser, outsideUrl: string) {
  const { page } = await browser.stranger({ size: { width: 390, height: 844 } });
  await page.goto(`${outsideUrl}/`);
  await page.getByRole('navigation').getByRole('button', { name: '付款' }).click();
  await page.getByLabel('二维码内容').waitFor();
  return {
    page,
    /** Scans what WeChat's code says, as a camera would read it. */
    async scan(code: string) {
      await page.getByLabel('二维码内容').fill(code);
      await page.getByRole('button', { name: '扫码' }).first().click();
      await page.getByText('已扫码，要付款吗？').waitFor();
    },
    pay: () => page.getByRole('button', { name: '支付', exact: true }).click(),
    cancel: () => page.getByRole('button', { name: '取消', exact: true }).click(),
  };
}

/** Alipay's cashier in the frame of the dialog, with the phone below its code. */
export const cashierOf = (page: Page) => page.frameLocator('iframe[title=支付宝收银台]');
