import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openDemoHouse, type DemoHouse } from './house.ts';
import { front, goTo, openBrowser, type TestBrowser } from './people.ts';

let house: DemoHouse;
let browser: TestBrowser;
beforeAll(async () => {
  house = await openDemoHouse();
  browser = await openBrowser(house.url);
});
afterEach(() => browser.closeAll());
afterAll(async () => {
  await browser?.close();
  await house?.close();
});

const told = (page: Page) => front(page).locator('.list-foot').getByRole('status').textContent();
/** A field of the form in front; what is demanded has a star behind its name. */
const field = (page: Page, label: string) => dialog(page).getByLabel(new RegExp(`^${label}\\*?$`));
const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true });

/** Types into a select or cascade of the open drawer and takes what it finds. */
async function find(page: Page, label: string, typed: string, option: string) {
  await field(page, label).click();
  await page.keyboard.type(typed);
  await page
    .locator('.ant-select-item-option, .ant-cascader-menu-item')
    .filter({ hasText: option, visible: true })
    .first()
    .click();
}

describe('streets and grids', () => {
  it('an administrator adds a street and a grid; an enterprise is put there and found by them', async () => {
    const { page } = await browser.enter('admin1');
    await goTo(page, '系统', '行政区划');
    await front(page).getByRole('button', { name: '新增街道' }).first().click();
    await find(page, '所属区县', 'bj', '滨江区');
    await expect.poll(() => field(page, '代码').inputValue()).toBe('330108007');
    await field(page, '名称').fill('浪花街道');
    await dialog(page).getByRole('button', { name: '保存' }).click();
    await page.getByText('已新增街道').waitFor();
    await front(page).getByRole('button', { name: '加网格 浪花街道' }).click();
    await expect.poll(() => field(page, '代码').inputValue()).toBe('330108007001');
    await field(page, '名称').fill('一号网格');
    await dialog(page).getByRole('button', { name: '保存' }).click();
    await page.getByText('已新增网格').waitFor();
    await front(page).getByRole('searchbox').fill('lhj');
    await expect.poll(() => told(page)).toContain('共 1 条');

    const [firm] = await house.sql<{ name: string }>(
      "select name from enterprise where tenant_id = '1' and status = 'active' and region_code = '330108' order by id limit 1",
    );
    const name = firm?.name ?? '';
    await goTo(page, '企业', '企业管理');
    await front(page).getByRole('searchbox').fill(name);
    await front(page)
      .getByRole('button', { name: `编辑 ${name}` })
      .click();
    await field(page, '街道网格').click();
    await page.locator('.ant-cascader-menu-item').filter({ hasText: '浪花街道', visible: true }).click();
    await page.locator('.ant-cascader-menu-item').filter({ hasText: '一号网格', visible: true }).click();
    await dialog(page).getByRole('button', { name: '保存' }).click();
    await page.getByText('已保存').waitFor();
    const [row] = await house.sql<{ town: string; town_code: string }>(
      "select town, town_code from enterprise where tenant_id = '1' and name = $1",
      [name],
    );
    expect(row).toEqual({ town: '浪花街道一号网格', town_code: '330108007001' });
    await page.goto('/bus/enterprise/index?regionCode=330108007');
    await expect.poll(() => told(page)).toContain('共 1 条');
  });
});
