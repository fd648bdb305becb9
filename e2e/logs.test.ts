import { describe, expect, it } from 'vitest';
import { front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

describe('the logs (CA-17)', () => {
  it('show the sign-in of an administrator', async () => {
    const { page } = await browser.enter('admin1', '/upms/log/index');
    await front(page)
      .getByRole('button', { name: /^登录日志/ })
      .click();
    const rows = front(page).getByRole('row').filter({ hasText: '租户管理员' });
    await expect.poll(() => rows.count()).toBeGreaterThan(0);
    await rows.first().getByRole('button', { name: /详情/ }).click();
    const drawer = page.getByRole('dialog', { name: '登录' });
    await drawer.getByText('127.0.0.1').waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    const before = await rows.count();
    await rows.first().getByRole('button', { name: /移除/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /移\s*除/ })
      .click();
    await expect.poll(() => rows.count()).toBe(before - 1);
    await front(page)
      .getByRole('button', { name: /^操作日志/ })
      .click();
    await front(page).getByRole('row').filter({ hasText: '隐藏日志' }).first().waitFor();
  });

  it('show browser errors with their stack @deep', async () => {
    await app.sql(
      `insert into client_error (tenant_id, id, at, batch, address, user_agent, request_id, kind, message, stack, url)
       values ('1', '01a00000-0000-7000-8000-000000000001', now(), '01a00000-0000-7000-8000-000000000002', '192.0.2.7', 'Chromium', '', 'js', '示例错误', 'at one\nat two', '/wel/index')`,
    );
    const { page } = await browser.enter('admin1', '/upms/log/index?type=9');
    await front(page).getByRole('row').filter({ hasText: '示例错误' }).getByRole('button', { name: /详情/ }).click();
    await page.getByRole('dialog').getByText('at two').waitFor();
  });

  it('open from the error count on the platform home page @deep', async () => {
    const { page } = await browser.enter('platform');
    const number = page.getByRole('button', { name: /^临澜区应急管理局（演示） 页面错误（24 小时） \d+$/ });
    await number.click();
    const drawer = page.getByRole('dialog', { name: /临澜区应急管理局（演示） · 页面错误/ });
    const row = drawer.getByRole('listitem').filter({ hasText: '示例错误' });
    expect(await row.textContent()).toContain('/wel/index');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^合计 页面错误（24 小时） \d+$/ }).click();
    await page
      .getByRole('dialog', { name: /各单位 · 页面错误/ })
      .getByText(/临澜区应急管理局（演示） · \/wel\/index/)
      .waitFor();
  });
});

describe('history of a vehicle @deep', () => {
  it('appears at the vehicle and in the log', async () => {
    const [driverRow] = await app.sql<{ who: string; id: string; plate: string; driver: string; name: string }>(
      `select u.username as who, v.id, v.plate_no as plate, e.id as driver, e.name from vehicle v
         join user_enterprise b on b.tenant_id = v.tenant_id and b.enterprise_id = v.enterprise_id
         join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id and u.username like 'entadmin%'
         join employee e on e.tenant_id = v.tenant_id and e.enterprise_id = v.enterprise_id and e.removed_at is null
       where v.removed_at is null order by u.username, v.plate_no, e.id limit 1`,
    );
    if (!driverRow) throw new Error('the demonstration has no vehicle of an administrator’s enterprise');
    const { who, plate, name: driver } = driverRow;
    await app.sql('update vehicle set driver_id = $2 where id = $1', [driverRow.id, driverRow.driver]);
    const { page } = await browser.enter(who, `/bus/vehicle/index?keyword=${encodeURIComponent(plate)}`);
    // The contact card of the driver opens by keyboard and links the phone number. On closing, the focus returns to
    // the name.
    const name = front(page).getByRole('button', { name: driver, exact: true }).first();
    await name.focus();
    await page.keyboard.press('Enter');
    const card = page.getByRole('dialog', { name: driver });
    await card.locator('a[href^="tel:"]').waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await expect.poll(() => name.evaluate((button) => button === document.activeElement)).toBe(true);

    await front(page).getByRole('button', { name: plate, exact: true }).click();
    const details = page.getByRole('dialog', { name: plate });
    await expect.poll(() => details.locator('.kit-head').innerText()).toMatch(/主班驾驶员\s+\S/);
    await details
      .locator('.kit-head')
      .getByText(/^(剩 \d+ 天|已过期 \d+ 天|今天到期)$/)
      .waitFor();
    await details.getByRole('button', { name: '编辑', exact: true }).click();
    await page.getByLabel('品牌型号').fill('海格 KLQ6129');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('已保存').first().waitFor();
    await front(page).getByRole('button', { name: plate, exact: true }).click();
    await details.getByRole('navigation', { name: '本页内容' }).getByRole('button', { name: '办理记录' }).click();
    await details.getByText(/把 品牌型号 .*为 海格 KLQ6129/).waitFor();
    await details.getByText('登记了这辆车辆').waitFor();

    const { page: admin } = await browser.enter(who.replace('ent', ''), '/upms/log/index?call=vehicle.update');
    const row = front(admin)
      .getByRole('row')
      .filter({ hasText: `修改车辆 ${plate}` })
      .first();
    await row.getByRole('button', { name: /详情/ }).click();
    const drawer = admin.getByRole('dialog', { name: '修改车辆' });
    await drawer.getByRole('rowheader', { name: '品牌型号' }).waitFor();
    expect(await drawer.innerText()).not.toMatch(/vehicle\b|driverId/);
  });
});
