import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { choose, follow, front, signIn } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

const title = '强寒潮期间安全风险提示';
const warning = (page: Page, named = title) => page.getByRole('dialog').filter({ hasText: named });
const card = (page: Page, name: string) => front(page).getByRole('region', { name, exact: true });
/** Enables or disables the popup rule of the demonstration. People who are signed in are not notified. */
const switchOn = (on = true) =>
  app.sql(`update risk_rule set enabled = $1, version = version + 1 where tenant_id = '1' and type = 'popup'`, [on]);
const waitForPopupCall = async (page: Page, work: () => Promise<unknown>) => {
  const answer = page.waitForResponse((response) => response.url().endsWith('/bus/riskrule/getRiskText'));
  await work();
  await (await answer).finished();
};
/** Waits six seconds and six server calls, in which the risk warning could appear. */
const looksOn = async (page: Page) => {
  for (let at = 0; at < 6; at += 1) {
    await page.clock.runFor(1_000);
    await page.evaluate(async () => (await fetch('/config.json')).text());
  }
};
const cookiesOf = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ name }) => name === 'anlan-risk-shown');

describe('the risk warning', () => {
  it('ST-09 LY-06 appears once per browser session', async () => {
    await switchOn();
    const first = await browser.enter('entstaff1');
    const { page } = first;
    await warning(page).getByText('较大风险').waitFor();
    await warning(page).getByText('六级以上大风停止室外高处、吊装作业', { exact: false }).waitFor();
    // The answer button has the focus. After closing, the previous element has it again.
    const answer = warning(page).getByRole('button', { name: '我知道了' });
    await expect.poll(() => answer.evaluate((button) => button === document.activeElement)).toBe(true);
    // A session cookie that is sent only to this site records the warning while it is still open.
    expect(await cookiesOf(page.context())).toMatchObject([{ expires: -1, sameSite: 'Strict' }]);
    await page.keyboard.press('Enter');
    await warning(page).waitFor({ state: 'detached' });

    const second = await page.context().newPage();
    for (const one of [page, second]) await one.clock.install();
    await waitForPopupCall(second, () => second.goto('/wel/index'));
    await front(second).getByRole('heading', { level: 1 }).waitFor();
    await waitForPopupCall(page, () => page.reload());
    await front(page).getByRole('heading', { level: 1 }).waitFor();
    expect(await cookiesOf(page.context())).toHaveLength(1);
    for (const one of [page, second]) {
      await one.bringToFront();
      await looksOn(one);
      expect(await warning(one).count()).toBe(0);
    }

    const next = await browser.stranger();
    await signIn(next.page, 'entstaff1');
    await warning(next.page).waitFor();
  });

  it('appears only after other dialogs are closed @deep', async () => {
    await switchOn(false);
    const { page } = await browser.enter('regulator1', '/bus/riskrule/index');
    await card(page, '弹窗提示').getByRole('button', { name: '编辑弹窗提示' }).click();
    const drawer = page.getByRole('dialog').filter({ hasText: '编辑弹窗提示' });
    await drawer.getByRole('switch', { name: '启用' }).click();
    await drawer.getByRole('button', { name: '预览弹窗' }).click();
    await warning(page).getByRole('button', { name: '关闭预览' }).click();
    await warning(page).waitFor({ state: 'detached' });

    const other = await browser.enter('entstaff1');
    await other.page.clock.install();
    await other.page.getByRole('button', { name: /用户菜单$/ }).click();
    await choose(other.page, '我的权限');
    const permits = other.page.getByRole('dialog').filter({ hasText: '我的权限' });
    await permits.waitFor();
    const popupResponse = other.page.waitForResponse((response) =>
      response.url().endsWith('/bus/riskrule/getRiskText'),
    );
    await drawer.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('已保存，立即生效').waitFor();
    await (await popupResponse).finished();
    await looksOn(other.page);
    expect(await warning(other.page).count()).toBe(0);
    await other.page.keyboard.press('Escape');
    await permits.waitFor({ state: 'detached' });
    await warning(other.page).waitFor();
    // The author of the rule also receives the warning.
    await warning(page).getByRole('button', { name: '我知道了' }).click();
    await card(page, '弹窗提示').getByText('启用中').waitFor();
  });
});

describe('CA-18 risk rules', () => {
  it('can be edited by a regulator', async () => {
    await switchOn(false);
    const { page } = await browser.enter('admin1', '/bus/riskrule/index');
    await card(page, '到期预警').getByText('系统默认').waitFor();
    await card(page, '到期预警').getByRole('button', { name: '编辑到期预警' }).click();
    const drawer = page.getByRole('dialog').filter({ hasText: '编辑到期预警' });
    await drawer.getByLabel('提前天数').fill('400');
    await drawer.getByRole('button', { name: '保存', exact: true }).click();
    await drawer.getByText('提前天数应为 1 到 365 之间的整数').first().waitFor();
    expect(await drawer.getByLabel('提前天数').inputValue()).toBe('400');
    await drawer.getByLabel('提前天数').fill('60');
    await drawer.getByRole('button', { name: '保存', exact: true }).click();
    await drawer.waitFor({ state: 'detached' });
    await card(page, '到期预警').getByText('60', { exact: true }).waitFor();
    await card(page, '到期预警').getByText('本单位规则').waitFor();
    const [row] = await app.sql<{ changes: object[] }>(
      `select changes from audit where call = 'risk.saveExpiry' order by id desc limit 1`,
    );
    expect(row?.changes).toEqual([{ field: 'days', before: 30, after: 60 }]);

    await card(page, '到期预警').getByRole('button', { name: '到期预警恢复默认' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '恢复默认', exact: true }).click();
    await card(page, '到期预警').getByText('系统默认').waitFor();
    await card(page, '到期预警').getByText('30', { exact: true }).waitFor();
  });

  it('can be read but not changed by an enterprise @deep', async () => {
    await switchOn(false);
    const { page, expectStatus } = await browser.enter('entadmin1');
    await follow(page, '/bus/riskrule/index');
    await card(page, '弹窗提示').getByText(title).waitFor();
    expect(
      await front(page)
        .getByRole('button', { name: /编辑|设置|恢复/ })
        .count(),
    ).toBe(0);
    expectStatus(403);
    const status = await page.evaluate(async () => {
      const { content } = JSON.parse(sessionStorage.getItem('anlan-access_token') ?? '{}');
      const answer = await fetch('/bus/riskrule/expiry', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${content}` },
        body: JSON.stringify({ enabled: false, days: 1, version: 0 }),
      });
      return answer.status;
    });
    expect(status).toBe(403);
  });
});
