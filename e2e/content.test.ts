import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dialog } from './forms.ts';
import { front, goTo } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage({ simulator: true });

const tenant = '临澜区应急管理局（演示）';
const box = (page: Page) => page.getByRole('checkbox', { name: /^我已阅读并同意/ });
const row = (page: Page, name: RegExp) => front(page).getByRole('row', { name });

async function codeOn(phone: string): Promise<string> {
  interface Sms {
    params: Record<string, string>;
  }
  const inbox = async (): Promise<Sms[]> => (await fetch(`${app.outsideUrl}/_ctl/sms?phone=${phone}`)).json();
  await expect.poll(async () => (await inbox()).length).toBeGreaterThan(0);
  return (await inbox())[0]?.params['code'] ?? '';
}

it('CA-08: publishes an edited draft of a text for everybody', { timeout: 150_000 }, async () => {
  const { page } = await browser.enter('platform');
  await goTo(page, '会员', '内容管理');
  await row(page, /安澜平台隐私政策.*第 1 版.*已发布/).waitFor();
  await row(page, /安澜平台隐私政策/)
    .getByRole('button', { name: /修订为新版本/ })
    .click();
  const form = dialog(page);
  const text = form.getByRole('textbox', { name: '正文' });
  await text.getByText('我们收集哪些信息').waitFor();
  await text.press('Control+End');
  await page.keyboard.type('新增：平台使用工商信息服务核对企业名称。');
  await form.getByLabel('修订说明').fill('补充工商信息服务');
  await form.getByRole('button', { name: '保存' }).click();
  await form.waitFor({ state: 'detached' });
  const draft = row(page, /安澜平台隐私政策.*草稿/);
  await draft.waitFor();

  const { page: outside } = await browser.stranger();
  await outside.goto('/register');
  const read = async () => {
    await outside.getByRole('button', { name: '隐私政策', exact: true }).click();
    const shown = outside.getByRole('dialog', { name: '安澜平台隐私政策' });
    await shown.getByText(/^第 \d 版/).waitFor();
    const dialogText = (await shown.textContent()) ?? '';
    await outside.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
    return dialogText;
  };
  expect(await read()).not.toContain('工商信息服务核对企业名称');

  await draft.getByRole('button', { name: /发布/ }).click();
  await dialog(page).getByText('发布后这一版不能再改').waitFor();
  await dialog(page).getByRole('button', { name: '发布' }).click();
  await row(page, /安澜平台隐私政策.*第 2 版.*已发布/).waitFor();
  await row(page, /安澜平台隐私政策.*第 1 版.*历史版本/).waitFor();
  const contentText = await read();
  expect(contentText).toContain('第 2 版');
  expect(contentText).toContain('工商信息服务核对企业名称');
});

it('records the version of the agreement at registration @deep', { timeout: 150_000 }, async () => {
  const phone = '13800138019';
  const { page, expectStatus } = await browser.stranger({ size: { width: 390, height: 844 } });
  expectStatus(409);
  await page.goto('/register');
  await page.getByRole('combobox', { name: '单位' }).click();
  await page.getByRole('option', { name: tenant }).click();
  await page.getByLabel('姓名').fill('温知行');
  await page.getByLabel('企业全称').fill('临澜顺达货运有限公司');
  await page.getByLabel('用户名').fill('wenzhixing');
  await page.getByRole('textbox', { name: '密码', exact: true }).fill('海上升明月 天涯共此时');
  await page.getByLabel('手机号').fill(phone);
  await page.getByRole('button', { name: /获取/ }).click();
  await page.getByLabel('短信验证码').fill(await codeOn(phone));
  const send = () => page.getByRole('button', { name: '提交注册' }).click();
  await send();
  await page.getByText('请先阅读并同意协议').waitFor();
  await page.getByRole('button', { name: /^《安澜平台服务协议》$/ }).click();
  await page.getByRole('dialog').getByRole('heading', { name: '二、企业入驻' }).waitFor();
  await page.getByRole('button', { name: '知道了' }).click();
  await box(page).check();
  // Replaces the text while the person's page is open. The person then reads and accepts the new version.
  await app.sql(
    `update content_info set state = 'superseded' where tenant_id = '0' and type = 'service' and state = 'published'`,
    [],
    '0',
  );
  await app.sql(
    `insert into content_info (tenant_id, id, type, title, content, state, edition, published_at, created_at, updated_at)
     select tenant_id, gen_random_uuid(), type, title, content, 'published', edition + 1, now(), now(), now()
     from content_info where tenant_id = '0' and type = 'service' order by edition desc limit 1`,
    [],
    '0',
  );
  await send();
  await page.getByText('《服务协议》已更新，请重新阅读后再同意').waitFor();
  await expect.poll(() => box(page).isChecked()).toBe(false);
  await box(page).check();
  await send();
  await page.getByRole('heading', { name: '注册申请已提交' }).waitFor();
  const agreements = await app.sql<{ type: string; edition: number }>(
    `select a.type, a.edition from content_agreement a join app_user u on u.id = a.user_id
     where u.username = 'wenzhixing' order by a.type`,
  );
  expect(agreements.map(({ type }) => type)).toEqual(['privacy', 'service']);
  expect(agreements[1]).toMatchObject({ edition: 2 });

  const { page: admin } = await browser.enter('platform', '/bus/contentinfo/index');
  await row(admin, /安澜平台服务协议.*第 2 版/)
    .getByRole('button', { name: /同意记录/ })
    .click();
  await dialog(admin)
    .getByRole('row', { name: new RegExp(`${tenant.replace(/[（）]/g, '.')}.*1`) })
    .waitFor();
});
