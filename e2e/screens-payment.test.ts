import { it } from 'vitest';
import { atEachWidth, walker } from './screen-checks.ts';
import { choose, follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { browser } = await openStage({ simulator: true });

atEachWidth((width) => {
  it('pages to buy a membership pass the axe and width checks @deep', async () => {
    const { page, dialog, escape, look } = await walker(browser, 'entadmin1', width);
    await look({
      'vip-choice': async () => {
        await page.getByRole('button', { name: /用户菜单$/ }).click();
        await choose(page, '开通企业服务');
        await dialog.getByRole('radio', { name: /^1年/ }).waitFor();
        await dialog.getByRole('button', { name: '去支付' }).click();
        await dialog.getByText('请选择金额').waitFor();
      },
      'vip-open': async () => {
        await dialog.getByRole('radio', { name: /^连续2年/ }).check();
        await dialog.getByRole('checkbox').check();
        await dialog.getByText('等待支付').waitFor();
        await dialog.getByRole('img', { name: '微信支付二维码' }).waitFor();
      },
      membership: async () => {
        await escape();
        await follow(page, '/bus/membership/index');
        await front(page).getByText('不受会员影响').waitFor();
      },
      orders: async () => {
        await follow(page, '/bus/orderrecords/index');
        await front(page)
          .getByText(/共 [\d,]+ 条/)
          .first()
          .waitFor();
      },
      order: async () => {
        await front(page).getByRole('link', { name: /^DD/ }).first().click();
        await front(page).getByRole('heading', { name: '从通知到入账' }).waitFor();
      },
    });
  });

  it('pages to manage membership plans, orders, refunds and bills pass the axe and width checks @deep', async () => {
    const { page, dialog, close, look } = await walker(browser, 'admin1', width);
    await look({
      plans: async () => {
        await follow(page, '/bus/setmeal/index');
        await front(page)
          .getByText(/共 [\d,]+ 条/)
          .first()
          .waitFor();
      },
      'plan-form': async () => {
        await front(page).getByRole('button', { name: /^编辑/ }).first().click();
        await dialog.getByLabel('第 1 个价格成交价').waitFor();
      },
      'all-orders': async () => {
        await close();
        await follow(page, '/bus/orderrecords/index');
        await front(page)
          .getByText(/共 [\d,]+ 条/)
          .first()
          .waitFor();
      },
      'order-refund': async () => {
        // Goes to the paid orders, because the new order cannot be refunded yet.
        await follow(page, '/bus/orderrecords/index?tab=paid');
        await front(page).getByText('已支付').nth(1).waitFor();
        await front(page).getByRole('link', { name: /^DD/ }).first().click();
        await front(page).getByText('本单剩余').waitFor();
      },
      invoices: async () => {
        await follow(page, '/bus/orderrecords/index?view=invoice');
        await front(page).getByRole('heading', { name: '发票' }).waitFor();
      },
      refunds: async () => {
        await follow(page, '/bus/orderrecords/refund');
        await front(page).getByRole('heading', { name: '退款复核' }).waitFor();
      },
      bills: async () => {
        await follow(page, '/bus/orderrecords/bill');
        await front(page).getByText('账是否平').waitFor();
      },
      'bill-days': async () => {
        await front(page).getByText('账单', { exact: true }).first().click();
        await front(page).getByRole('button', { name: '下载并核对' }).waitFor();
      },
    });
  });
});
