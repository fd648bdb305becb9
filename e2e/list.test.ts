import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { readSheet } from '../apps/server/src/platform/sheets/index.ts';
import { dialog } from './forms.ts';
import { follow, front, listStatus } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

const list = '/bus/enterprise/index';
const total = async (page: Page) =>
  Number(/共 ([\d,]+)/.exec((await listStatus(page)) ?? '')?.[1]?.replaceAll(',', '') ?? Number.NaN);
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const names = (page: Page) => front(page).locator('tbody a.list-name').allTextContents();
const box = (page: Page) => page.getByRole('searchbox', { name: '企业名称、信用代码' });

const count = async (where: string) => {
  const [row] = await app.sql<{ n: number }>(
    `select count(*)::int as n from enterprise where tenant_id = '1' and removed_at is null and ${where}`,
  );
  return row?.n;
};

async function filter(page: Page, label: string, option: string) {
  await front(page).getByRole('combobox', { name: label, exact: true }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: option, visible: true }).first().click();
  await page.keyboard.press('Escape');
}

describe('the list of enterprises', () => {
  it('stores filters, sort order and page in its URL', async () => {
    const { page } = await browser.enter('regulator1', list);
    await expect.poll(() => total(page)).toBe(await count('true'));
    await filter(page, '状态', '正常');
    await expect.poll(() => query(page)['status']).toBe('2');
    const active = await count("status = 'active'");
    await expect.poll(() => total(page)).toBe(active);
    await front(page).getByRole('columnheader', { name: '企业' }).click();
    await expect.poll(() => Object.keys(query(page)).some((name) => name === 'ascs')).toBe(true);
    await front(page).getByRole('listitem', { name: '2', exact: true }).click();
    await expect.poll(() => query(page)['current']).toBe('2');
    await expect.poll(() => front(page).locator('.list[aria-busy=true], .list-stale').count()).toBe(0);
    const seen = await names(page);
    expect(seen.length).toBe(20);
    await page.reload();
    await expect.poll(() => names(page)).toEqual(seen);
    expect(query(page)).toMatchObject({ status: '2', current: '2' });
    await page.goBack();
    await expect.poll(() => query(page)['current']).toBeUndefined();
    await expect.poll(() => names(page)).not.toEqual(seen);
    await page.goBack();
    await expect.poll(() => query(page)['ascs']).toBeUndefined();
    expect(query(page)['status']).toBe('2');
    await expect.poll(() => total(page)).toBe(active);
  });

  it('offers to clear the filters when no row matches @deep', async () => {
    const { page } = await browser.enter('regulator1', list);
    await box(page).fill('没有叫这个名字的企业');
    await front(page).getByText('没有符合筛选条件的记录').waitFor();
    await front(page).getByRole('button', { name: '清除筛选' }).click();
    await expect.poll(() => names(page)).toHaveLength(20);
    expect(await box(page).inputValue()).toBe('');
  });

  it('retries a failed request @deep', async () => {
    const { page, expectStatus } = await browser.enter('regulator1');
    expectStatus(500);
    await page.route('**/bus/enterprise/page*', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":1,"msg":"系统繁忙","data":null}' }),
    );
    await follow(page, list);
    await front(page).getByText('列表没有加载成功').waitFor();
    await front(page).getByText('系统繁忙').first().waitFor();
    await page.unroute('**/bus/enterprise/page*');
    await front(page).getByRole('button', { name: '重试' }).first().click();
    await expect.poll(() => names(page)).toHaveLength(20);
  });

  it('finds an enterprise by a part of the name and the beginning of a credit code @deep', async () => {
    const { page } = await browser.enter('regulator1', list);
    await box(page).fill('化工');
    await expect.poll(() => total(page)).toBe(await count("name like '%化工%'"));
    const [row] = await app.sql<{ credit_code: string; name: string }>(
      "select credit_code, name from enterprise where tenant_id = '1' and removed_at is null order by id limit 1",
    );
    await box(page).fill(row?.credit_code.slice(0, 17).toLowerCase() ?? '');
    await expect.poll(() => names(page)).toEqual([row?.name]);
  });

  it('can be used by keyboard only', async () => {
    const { page } = await browser.enter('regulator1', list);
    await expect.poll(() => names(page)).toHaveLength(20);
    // The first button of this row is the edit button. A row under review has another first button.
    const edit = front(page).getByRole('button', { name: /^编辑 / });
    const name = ((await edit.first().getAttribute('aria-label')) ?? '').slice('编辑 '.length);
    const walk = async (label: RegExp) => {
      const reached: string[] = [];
      for (let steps = 0; steps < 90; steps += 1) {
        const at = await page.evaluate(() => {
          const focus = document.activeElement;
          return focus?.getAttribute('aria-label') ?? focus?.textContent ?? '';
        });
        if (label.test(at)) return;
        reached.push(at.slice(0, 12));
        await page.keyboard.press('Tab');
      }
      throw new Error(`the Tab key does not reach ${label}, only ${reached.join(' ')}`);
    };
    await page.keyboard.press('Tab');
    await walk(/^跳到正文$/);
    // The search box appears after the rows, so the test waits for it.
    await box(page).waitFor();
    await page.keyboard.press('Enter');
    await walk(/^企业名称、信用代码$/);
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await expect.poll(() => names(page)).toEqual([name]);
    await walk(/^编辑 /);
    await page.keyboard.press('Enter');
    const field = page.getByLabel('简称');
    await field.waitFor();
    // The focus stays inside the drawer while it is open.
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.ant-drawer') !== null)).toBe(true);
    for (let steps = 0; steps < 60 && !(await field.evaluate((input) => input === document.activeElement)); steps += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('键盘');
    await walk(/^保存$/);
    await page.keyboard.press('Enter');
    await page.getByText('已保存').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const [row] = await app.sql<{ short_name: string }>(
      "select short_name from enterprise where tenant_id = '1' and name = $1",
      [name],
    );
    expect(row?.short_name).toBe('键盘');
  });

  it('exports the filtered rows as a readable file with masked phone numbers', async () => {
    const { page } = await browser.enter('regulator1', `${list}?color=1`);
    await expect.poll(() => total(page)).toBe(await count("color = 'red'"));
    await front(page).getByRole('button', { name: '导出' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('button', { name: '导出' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
    const bytes = readFileSync(await file.path());
    const limits = { rows: 100_000, columns: 200, entries: 1_000, unpackedBytes: 200 * 1024 * 1024, ratio: 100 };
    const rows: string[][] = [];
    for await (const batch of readSheet({ bytes, kind: 'xlsx', limits }))
      for (const { cells } of batch) rows.push(cells.map((cell) => JSON.stringify(cell ?? '')));
    const text = rows.map((cells) => cells.join('|')).join('\n');
    expect(rows[0]?.join()).toContain('筛选条件：企业四色：红');
    for (const name of await names(page)) expect(text).toContain(name);
    expect(rows.length).toBeGreaterThanOrEqual((await count("color = 'red'")) ?? 1);
    // Eleven digits inside a longer number or code are no phone number.
    expect(text).not.toMatch(/(?<![0-9A-Za-z])1[3-9]\d{9}(?![0-9A-Za-z])/);
    expect(text).toMatch(/1\d{2}\*{4}\d{4}/);
  });

  it('exports the selected rows with the visible columns @deep', async () => {
    const { page } = await browser.enter('regulator1', `${list}?color=1`);
    await front(page).locator('tbody input[type=checkbox]').first().check();
    await front(page).getByRole('button', { name: '导出所选' }).click();
    expect(await dialog(page).getByRole('radio', { name: '所选（1 家）' }).isChecked()).toBe(true);
    await dialog(page).getByRole('radio', { name: '列表显示的列' }).check();
    await dialog(page).getByRole('button', { name: '导出' }).click();
    await page.getByText('正在后台导出 1 家').waitFor();
    await page
      .getByText('导出企业清单', { exact: true })
      .and(page.locator('.ant-modal *'))
      .waitFor({ state: 'detached' });
  });

  it('shows every active filter with a control to clear it @deep', async () => {
    const { page } = await browser.enter('regulator1', `${list}?status=2&status=3&color=1&regionOnly=330100`);
    const chips = (of: Page) => front(of).getByRole('list', { name: '筛选条件' });
    const filterTexts = async () =>
      (await chips(page).getByRole('listitem').allTextContents()).map((text) => text.replace('×', ''));
    await expect.poll(filterTexts).toEqual(['状态：正常、停产停业', '四色：红', '仅本级：浙江省 / 杭州市']);
    await chips(page).getByRole('button', { name: '去掉筛选仅本级' }).click();
    await expect.poll(() => query(page)['regionOnly']).toBeUndefined();
    await chips(page).getByRole('button', { name: '去掉筛选四色' }).click();
    await expect.poll(filterTexts).toEqual(['状态：正常、停产停业']);
    const dangers = await browser.enter('regulator1', '/bus/enterpriseexpinfo1/index?tab=all&level=major&listed=true');
    await expect
      .poll(() => chips(dangers.page).getByRole('listitem').allTextContents())
      .toEqual([expect.stringContaining('等级：'), expect.stringContaining('挂牌')]);
    const people = await browser.enter('admin1', '/upms/user/index?lockFlag=0');
    await chips(people.page).getByText('状态：可登录').waitFor();
  });
});
