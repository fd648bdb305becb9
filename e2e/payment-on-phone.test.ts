import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openStage } from './app-and-browser.ts';
import { dialog } from './forms.ts';
import { choose, front } from './people.ts';

const { app, browser } = await openStage({ simulator: true });
const size = { width: 390, height: 844 };

/** Opens the membership dialog in the browser of a phone, and places an order. */
async function order(username: string, agent: string) {
  const person = await browser.enter(username, '/', { size, ownSession: true });
  const { page } = person;
  await page.addInitScript((text) => {
    Object.defineProperty(navigator, 'userAgent', { get: () => text });
  }, agent);
  await page.reload();
  await page.getByRole('button', { name: /用户菜单$/ }).click();
  await choose(page, '开通企业服务');
  await dialog(page).getByRole('radio', { name: /^1年/ }).check();
  await dialog(page).getByRole('checkbox').check();
  await dialog(page).getByText('选一种方式付款').waitFor();
  return person;
}
const phone = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36';
const paid = (page: Page) => dialog(page).getByRole('heading', { name: '支付成功！ 感谢您的购买' }).waitFor();
const pay = (page: Page, vendor: string) => dialog(page).getByRole('button', { name: vendor, exact: true }).click();

it('ST-05 a phone pays by the page of WeChat, which returns to the order', async () => {
  const { page } = await order('entadmin1', phone);
  await pay(page, '微信支付');
  await page.getByRole('heading', { name: '微信支付' }).waitFor();
  expect(new URL(page.url()).origin).toBe(app.outsideUrl);
  await page.getByRole('button', { name: '返回商家' }).click();
  await front(page).getByText('还没有收到付款').waitFor();
  await front(page).getByRole('button', { name: '继续支付' }).click();
  await dialog(page).getByRole('checkbox').check();

  // The other vendor: the first payment is closed before, and the sentence says so.
  await pay(page, '支付宝');
  await dialog(page).getByText('微信支付的付款入口已关闭，不会再扣款。').waitFor();
  await dialog(page).getByRole('button', { name: '去支付宝付款' }).click();
  await page.getByRole('heading', { name: '支付宝' }).waitFor();
  await page.getByRole('button', { name: '立即支付' }).click();
  await paid(page);
  await dialog(page)
    .getByText(/可开发票 ¥1,980.00，抬头“.+”，请在 90 天内申请。/)
    .waitFor();
  await dialog(page).getByRole('button', { name: '申请发票' }).click();
  await dialog(page).getByLabel('发票抬头').waitFor();
});

it('ST-05 the browser of WeChat pays with the payer whom the public account names', async () => {
  const { page } = await order('entadmin2', `${phone} MicroMessenger/8.0.50`);
  const acts: ('cancel' | 'pay')[] = ['cancel', 'pay'];
  await page.context().exposeBinding('payInWeChat', async (_source, facts: object) => {
    const answer = await fetch(`${app.outsideUrl}/_ctl/pay/bridge`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ facts, what: acts.shift() ?? 'cancel' }),
    });
    const { message }: { message: string } = JSON.parse(await answer.text());
    return { err_msg: message };
  });
  await page.addInitScript(() => {
    const bridge = {
      async invoke(_name: string, facts: object, done: (result: object) => void) {
        done(await Reflect.get(window, 'payInWeChat')(facts));
      },
    };
    Object.assign(window, { WeixinJSBridge: bridge });
  });
  await pay(page, '微信支付');
  await front(page).getByText('您取消了微信支付，没有扣款。').waitFor();
  expect(page.url()).not.toContain('code=');
  await front(page).getByRole('button', { name: '继续支付' }).click();
  await dialog(page).getByRole('checkbox').check();
  await pay(page, '微信支付');
  await paid(page);
});
