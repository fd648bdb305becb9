import { describe, expect, it } from 'vitest';
import { front } from './people.ts';
import { openStage } from './stage.ts';

const { house, browser } = await openStage();

describe('the logs (CA-17)', () => {
  it('show an administrator who signed in, let an entry leave the list, and list the leaving', async () => {
    const { page } = await browser.enter('admin1', '/upms/log/index');
    await front(page).getByText('登录日志', { exact: true }).click();
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
    await front(page).getByText('操作日志', { exact: true }).click();
    await front(page).getByRole('row').filter({ hasText: '隐藏日志' }).first().waitFor();
  });

  it('show errors of browsers with their stack', async () => {
    await house.sql(
      `insert into client_error (tenant_id, id, at, batch, address, user_agent, request_id, kind, message, stack, url)
       values ('1', '01a00000-0000-7000-8000-000000000001', now(), '01a00000-0000-7000-8000-000000000002', '192.0.2.7', 'Chromium', '', 'js', '示例错误', 'at one\nat two', '/wel/index')`,
    );
    const { page } = await browser.enter('admin1', '/upms/log/index?type=9');
    await front(page).getByRole('row').filter({ hasText: '示例错误' }).getByRole('button', { name: /详情/ }).click();
    await page.getByRole('dialog').getByText('at two').waitFor();
  });
});
