import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { goodRow, sheetOf } from '../apps/server/testing/import-file.ts';
import { dialog } from './forms.ts';
import { pagesOfMenu, shared } from './menu-pages.ts';
import { hasOldEngine, oldEngine } from './old-engine.ts';
import { choose, chooseOwn, follow, front, goTo, signIn, signOut } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage({ simulator: true }, hasOldEngine ? await oldEngine() : undefined);
const { browser: newer } = await openStage();

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const people = ['regulator1', 'admin1', 'entadmin1', 'platform'] as const;
type Username = (typeof people)[number];
const menus = new Map<Username, string[]>();
for (const username of people) menus.set(username, await pagesOfMenu(app.url, await browser.headersOf(username)));
// Each page is opened by one account only, because browser support does not depend on the account.
const shares = shared(menus);

async function walk(page: Page, username: Username): Promise<void> {
  for (const place of shares.get(username) ?? []) {
    await follow(page, place);
    await front(page).locator('h1, h2, table, form, svg, canvas').first().waitFor();
    expect(await front(page).getByText('系统未知错误').count()).toBe(0);
  }
  expect(await page.evaluate(() => sessionStorage.getItem('anlan-errors'))).toBeNull();
}

describe.runIf(hasOldEngine)('in Chromium 109, the last one of Windows 7', () => {
  it('lets a regulator work from sign-in to sign-out', async () => {
    const person = await browser.stranger();
    const { page } = person;
    await signIn(page, 'regulator1');
    expect(await page.evaluate(() => navigator.userAgent)).toContain('Chrome/109.');
    await front(page).locator('canvas, svg').first().waitFor();

    await goTo(page, '企业', '企业管理');
    const [wanted] = await app.sql<{ name: string }>(
      "select name from enterprise where tenant_id = '1' and status = 'active' order by id limit 1",
    );
    const name = wanted?.name ?? '';
    await page.getByRole('searchbox', { name: '企业名称、信用代码' }).fill(name);
    await expect.poll(() => front(page).getByRole('status').last().textContent()).toContain('共 1 条');
    await page.getByRole('button', { name: `编辑 ${name}` }).click();
    await page.getByLabel('法定代表人').fill('顾清和');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('已保存').waitFor();
    await front(page).getByRole('link', { name, exact: true }).click();
    await front(page).getByRole('heading', { name: '时间线' }).waitFor();
    await front(page).locator('.kit-history').getByText('顾清和').first().waitFor();

    await walk(page, 'regulator1');

    await follow(page, '/bus/enterprise/index');
    await front(page).getByRole('button', { name: '导入' }).first().click();
    const wizard = page.getByRole('dialog', { name: '导入企业' });
    const buffer = await sheetOf([goodRow(1), goodRow(2)]);
    await wizard.locator('input[type=file]').setInputFiles({ name: '企业.xlsx', mimeType, buffer });
    await wizard.getByRole('button', { name: '开始导入' }).click();
    await wizard.getByText(/^导入完成/).waitFor();
    await wizard.getByRole('button', { name: '完成' }).click();

    await chooseOwn(page, '外观与设置');
    const settings = dialog(page);
    const ground = () =>
      page.evaluate(() => {
        const { backgroundColor, backgroundImage } = getComputedStyle(
          document.querySelector('[role=banner], header') ?? document.body,
        );
        return backgroundImage === 'none' ? backgroundColor : backgroundImage;
      });
    for (const theme of ['炫彩', '渐变', '深色', '默认']) {
      await settings.getByRole('radio', { name: theme, exact: true }).check();
      await expect.poll(ground).not.toMatch(/^(rgba\(0, 0, 0, 0\)|transparent)$/);
    }
    await page.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });

    // Expected failures: 403 for requests after the lock, 400 while no lock password exists.
    person.expectStatus(400, 403);
    await page.getByRole('button', { name: /用户菜单$/ }).click();
    await choose(page, '锁屏');
    await dialog(page).getByLabel('锁屏密码').fill('lock-me 锁');
    await dialog(page).getByLabel('再次输入').fill('lock-me 锁');
    await dialog(page).getByRole('button', { name: '设置并锁屏' }).click();
    await page.waitForURL('**/lock');
    await page.getByLabel('锁屏密码', { exact: true }).fill('lock-me 锁');
    await page.getByRole('button', { name: '解锁' }).click();
    await page.waitForURL((url) => url.pathname !== '/lock');
    expect(await page.evaluate(() => sessionStorage.getItem('anlan-errors'))).toBeNull();
    await signOut(page);
  });

  it.each(['admin1', 'entadmin1', 'platform'] as const)('opens a sample of the menu pages as %s', async (username) => {
    expect(menus.get(username)?.length).toBeGreaterThan(3);
    const { page } = await browser.enter(username);
    await walk(page, username);
  });

  it('does not report an unsupported feature of the sign-in page as a network fault', async () => {
    const { page, faults } = await browser.stranger();
    await page.route('**/config.json', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), passwordMode: 7 } });
    });
    await page.goto('/login');
    await page.getByLabel('用户名').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('网络连接不可用').count()).toBe(0);
    faults.length = 0;
  });
});

describe('an unsupported browser engine @deep', () => {
  it.each([
    ['without the newer CSS units of height', 'CSS.supports = () => false'],
    ['without CSS.supports', 'delete window.CSS'],
    ['without newer JavaScript functions', 'delete Array.prototype.findLast'],
  ])('%s shows the supported browsers', async (_, loss) => {
    const { page, faults } = await newer.stranger();
    await page.addInitScript(loss);
    await page.goto('/login');
    await page.getByRole('heading', { name: '请换用较新的浏览器' }).waitFor();
    await page.getByText('Chrome 109').first().waitFor();
    expect(await page.getByLabel('用户名').count()).toBe(0);
    // The errors are expected, because our page does not start in this browser.
    faults.length = 0;
  });
});
