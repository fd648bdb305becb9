import type { Page } from 'playwright-core';
import { totpCode } from '../apps/server/testing/totp.ts';
import { describe, expect, it } from 'vitest';
import { dialog } from './forms.ts';
import { choose, follow, front } from './people.ts';
import { cashierOf, codeFrom, openPhone } from './payment-phone.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage({ simulator: true });

async function openVip(page: Page) {
  await page.getByRole('button', { name: /用户菜单$/ }).click();
  await choose(page, '开通企业服务');
  await dialog(page).getByRole('radio', { name: /^1年/ }).waitFor();
}
/** Selects a price and accepts the terms; waits for both payment methods. Returns the text of the WeChat QR code. */
async function order(page: Page, price: RegExp): Promise<string> {
  const code = await codeFrom(page, async () => {
    await dialog(page).getByRole('radio', { name: price }).check();
    await dialog(page).getByRole('checkbox').check();
  });
  await dialog(page).getByRole('img', { name: '微信支付二维码' }).waitFor();
  await dialog(page).getByText('等待支付').waitFor();
  return code;
}
const isPoll = (url: string) => /\/bus\/orderrecords\/[0-9a-f-]{36}$/.test(new URL(url).pathname);
const paid = (page: Page) => dialog(page).getByRole('heading', { name: '支付成功！ 感谢您的购买' }).waitFor();

async function enrol(page: Page) {
  await page.getByRole('button', { name: '启用', exact: true }).click();
  await dialog(page).getByLabel('登录密码').fill('Anlan@2026');
  await dialog(page).getByRole('button', { name: '下一步' }).click();
  const secret = (await dialog(page).locator('.info-secret').innerText()).replace(/\s/g, '');
  await dialog(page)
    .getByLabel(/动态码/)
    .fill(totpCode(secret, new Date()));
  await dialog(page).getByRole('button', { name: '验证并启用' }).click();
  await dialog(page).getByRole('button', { name: '我已保存' }).click();
  return secret;
}

describe('buying a membership', () => {
  it('LY-06 ST-05 VA-10 CN-03 CN-07 ER-04 lets an enterprise pay by WeChat QR code', async () => {
    const { page } = await browser.enter('entadmin1');
    await openVip(page);
    const box = dialog(page);
    await box.getByRole('button', { name: '去支付' }).click();
    await box.getByText('请选择金额').waitFor();
    expect(await box.getByRole('radio', { name: /年/ }).count()).toBe(3);
    await box.getByRole('radio', { name: /^连续2年.*赠 3 个月/ }).waitFor();
    await box.getByRole('radio', { name: /^连续3年.*原价/ }).waitFor();
    await box.getByRole('button', { name: '阅读全文' }).click();
    expect(await box.locator('.vip-text.whole').innerText()).toContain('协议');
    const code = await order(page, /^连续2年/);
    expect(code).toMatch(/^weixin:\/\/wxpay\//);
    expect(await box.getByRole('img', { name: '微信支付二维码' }).locator('svg').boundingBox()).toMatchObject({
      width: 120,
      height: 120,
    });

    const phone = await openPhone(browser, app.outsideUrl);
    await phone.scan(code);
    await phone.cancel();
    await phone.page.getByText('已扫码，要付款吗？').waitFor({ state: 'detached' });
    await box.getByText('等待支付').waitFor();
    await phone.scan(code);
    await phone.pay();
    await paid(page);
    await dialog(page).getByText('¥3,680.00', { exact: true }).waitFor();
    await dialog(page).getByText('安全会员 · 连续2年，赠 3 个月').waitFor();

    await dialog(page).getByRole('button', { name: '查看订单' }).click();
    await front(page)
      .getByRole('heading', { name: /^订单 DD/ })
      .waitFor();
    await front(page).getByText('收 3,680.00 − 退 0.00 = 台账 3,680.00').waitFor();
    await front(page).getByRole('img', { name: '24 个付费月，3 个赠送月' }).waitFor();
  });

  it('ST-05 accepts a payment in the Alipay frame @deep', async () => {
    const { page } = await browser.enter('entadmin2');
    await openVip(page);
    await order(page, /^1年/);
    await cashierOf(page).getByRole('button', { name: '扫码' }).waitFor();
    await page.waitForRequest((request) => isPoll(request.url()));
    await dialog(page).getByRole('button', { name: '关闭', exact: true }).last().click();
    await dialog(page).waitFor({ state: 'detached' });
    const pollRequest = page.waitForRequest((request) => isPoll(request.url()), { timeout: 3_000 });
    expect(
      await pollRequest.then(
        () => true,
        () => false,
      ),
    ).toBe(false);

    // The page of the unpaid order continues the payment with the same choice.
    const [open] = await app.sql<{ id: string }>(`select id from order_record where status = 'unpaid'`, [], '2');
    await follow(page, `/bus/orderrecords/order?id=${open?.id}`);
    await front(page).getByRole('button', { name: '继续支付' }).click();
    await dialog(page).getByRole('radio', { name: /^1年/, checked: true }).waitFor();
    await dialog(page).getByRole('button', { name: '关闭', exact: true }).last().click();
    await dialog(page).waitFor({ state: 'detached' });

    // Choosing the same price again shows the open order.
    await openVip(page);
    await order(page, /^1年/);
    await cashierOf(page).getByRole('button', { name: '扫码' }).click();
    await cashierOf(page).getByRole('button', { name: '取消' }).click();
    await cashierOf(page).getByRole('button', { name: '扫码' }).click();
    await cashierOf(page).getByRole('button', { name: '确认付款' }).click();
    await paid(page);
    await dialog(page).getByText('请不要再用微信付款，再付会自动退回。发票可在 90 天内申请。').waitFor();
    await dialog(page).getByRole('button', { name: '完成' }).click();
    await follow(page, '/bus/membership/index');
    await front(page).getByText('不受会员影响').waitFor();
    await front(page).getByText('隐患排查、整改、复查与销号').waitFor();
    const rows = await app.sql<{ count: number }>(
      `select count(*)::int as count from order_record where year = 1 and status = 'paid' and create_time > now() - interval '1 hour'`,
      [],
      '2',
    );
    expect(rows[0]?.count).toBe(1);
  });

  it('ST-05 shows a second payment live on the success view and on the order page', async () => {
    const { page } = await browser.enter('entadmin2');
    await openVip(page);
    await order(page, /^连续2年/);
    await cashierOf(page).getByRole('button', { name: '扫码' }).click();
    await cashierOf(page).getByRole('button', { name: '确认付款' }).waitFor();
    const [open] = await app.sql<{ id: string }>(`select id from order_record where status = 'unpaid'`, [], '2');
    const watcher = await browser.enter('entadmin2', `/bus/orderrecords/order?id=${open?.id}`);
    await front(watcher.page).getByRole('button', { name: '继续支付' }).waitFor();
    // Two phones pay in the same second, one at each vendor.
    const { trades }: { trades: { vendor: string; outTradeNo: string; state: string }[] } = await (
      await fetch(`${app.outsideUrl}/_ctl/pay`)
    ).json();
    const pay = async (vendor: string) => {
      const outTradeNo = trades.find((one) => one.vendor === vendor && one.state !== 'closed')?.outTradeNo;
      for (const what of ['scan', 'pay'])
        await fetch(`${app.outsideUrl}/_ctl/pay/act`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ vendor, outTradeNo, what }),
        });
    };
    await Promise.all([pay('wechat'), pay('alipay')]);
    await paid(page);
    await dialog(page)
      .getByText(/^又收到一笔付款 ¥[\d,.]+，已自动退回$/)
      .waitFor();
    await front(watcher.page).getByText('多付的一笔自动退回').first().waitFor();
    await front(watcher.page).getByRole('button', { name: '继续支付' }).waitFor({ state: 'detached' });
  });

  it('replaces an expired QR code @deep', async () => {
    const person = await browser.enter('entadmin3');
    const { page } = person;
    await openVip(page);
    const first = await order(page, /^1年/);
    await app.sql(`update order_record set status = 'closed' where status = 'unpaid'`, [], '3');
    await dialog(page).getByText('二维码已过期').first().waitFor();
    const second = await codeFrom(page, () => dialog(page).getByRole('button', { name: '点击刷新' }).first().click());
    expect(second).not.toBe(first);
    await dialog(page).getByText('等待支付').waitFor();

    const phone = await openPhone(browser, app.outsideUrl);
    await phone.scan(second);
    await page.context().setOffline(true);
    await dialog(page).getByText('网络断开，正在重新连接').waitFor();
    await phone.pay();
    await phone.page.getByText('已支付').first().waitFor();
    await page.context().setOffline(false);
    await paid(page);
  });

  it('RP-03 shows the server message when no membership plans are available @deep', async () => {
    const { page } = await browser.enter('regulator1');
    const holder = await browser.enter('entadmin1');
    holder.expectStatus(503);
    await holder.page.route('**/bus/setmeal/vipInfo', (route) =>
      route.fulfill({ status: 503, json: { code: 1, msg: '套餐正在维护，请稍后再来', data: null } }),
    );
    await holder.page.getByRole('button', { name: /用户菜单$/ }).click();
    await choose(holder.page, '开通企业服务');
    await holder.page.getByText('套餐正在维护，请稍后再来').waitFor();
    await dialog(holder.page).waitFor({ state: 'detached' });
    // RP-03: without the permit the page shows no link to buy a membership.
    await page.getByRole('button', { name: /用户菜单$/ }).click();
    await page.getByRole('menuitem', { name: '个人信息' }).waitFor();
    expect(await page.getByRole('menuitem', { name: '开通企业服务' }).count()).toBe(0);
  });

  it('can be done by keyboard only @deep', async () => {
    const { page } = await browser.enter('entadmin1');
    await openVip(page);
    await dialog(page).getByRole('radio', { name: /^1年/ }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    expect(
      await dialog(page)
        .getByRole('radio', { name: /^连续2年/ })
        .isChecked(),
    ).toBe(true);
    await dialog(page).getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await dialog(page).getByText('等待支付').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  });
});

describe('a refund', () => {
  it('S50 is approved by a second person with a second factor', async () => {
    const { page: buyer } = await browser.enter('entadmin3');
    await openVip(buyer);
    const phone = await openPhone(browser, app.outsideUrl);
    await phone.scan(await order(buyer, /^1年/));
    await phone.pay();
    await paid(buyer);
    const number = (
      await dialog(buyer)
        .getByText(/^DD\d{8}-\d{4}$/)
        .innerText()
    ).trim();

    const { page: asker } = await browser.enter('admin3', `/bus/orderrecords/index?keyword=${number}`);
    await front(asker).getByRole('link', { name: number, exact: true }).click();
    const panel = front(asker).getByRole('region', { name: '退款预览' });
    await panel.getByText('部分', { exact: true }).click();
    await panel.getByText('斜纹：收回 1 个付费月').waitFor();
    await panel.getByText('本单剩余').waitFor();
    await panel.getByRole('button', { name: '提交复核' }).click();
    await panel.getByText('请填写退款原因').waitFor();
    await panel.getByLabel('原因').fill('企业协商退回一个月');
    await panel.getByRole('button', { name: '提交复核' }).click();
    await asker.getByText(/^已提交，等待第二人复核/).waitFor();
    // The person who requested the refund cannot approve it.
    await follow(asker, '/bus/orderrecords/refund');
    await front(asker).getByText('企业协商退回一个月').waitFor();
    expect(await front(asker).getByRole('button', { name: /^同意/ }).count()).toBe(0);

    const reviewer = await browser.enter('finance3', '/bus/orderrecords/refund', { ownSession: true });
    reviewer.expectStatus(400, 428);
    const { page } = reviewer;
    await front(page).getByRole('link', { name: '先启用两步验证' }).click();
    const secret = await enrol(page);
    await follow(page, '/bus/orderrecords/refund');
    await front(page).getByRole('button', { name: /^同意/ }).click();
    await dialog(page).getByLabel('复核意见').fill('已与企业电话核实');
    await dialog(page).getByLabel('您的动态码').fill('000000');
    await dialog(page)
      .getByRole('button', { name: /^同意退回/ })
      .click();
    await dialog(page).getByText('验证码错误').first().waitFor();
    await dialog(page)
      .getByLabel('您的动态码')
      .fill(totpCode(secret, new Date(), 1));
    await dialog(page)
      .getByRole('button', { name: /^同意退回/ })
      .click();
    await page.getByText('已同意，正在原路退回').waitFor();
    await expect
      .poll(async () => {
        const [row] = await app.sql<{ state: string }>('select state from order_refund', [], '3');
        return row?.state;
      })
      .toBe('done');
    await asker.reload();
    await follow(asker, '/bus/orderrecords/index');
    await front(asker).getByRole('link', { name: number, exact: true }).click();
    await front(asker).getByText('收 1,980.00 − 退 165.00 = 台账 1,815.00').waitFor();
  });
});
