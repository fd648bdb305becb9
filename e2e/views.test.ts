import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dialog } from './forms.ts';
import { follow, front, listStatus } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();
const list = '/bus/station/index';
const control = (page: Page) => front(page).getByRole('button', { name: /^视图/ });
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: false });
const queryOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const heads = (page: Page) => front(page).getByRole('columnheader').allTextContents();
const open = async (page: Page, name: string) => {
  await control(page).click();
  await entry(page, name).click();
};
async function filter(page: Page, label: string, option: string) {
  await front(page).getByRole('combobox', { name: label, exact: true }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: option, visible: true }).first().click();
  await page.keyboard.press('Escape');
}

it('saves filters, order and columns as a view', async () => {
  const { page, expectStatus } = await browser.enter('regulator1', list);
  const name = '正常的按名称';
  await filter(page, '状态', '正常');
  await front(page).getByRole('columnheader', { name: '场站' }).click();
  await front(page).getByRole('button', { name: '列设置' }).click();
  await page.getByRole('checkbox', { name: '更新时间' }).uncheck();
  await page.keyboard.press('Escape');
  await expect.poll(() => heads(page)).not.toContain('更新时间');
  const { status } = queryOf(page);
  expect(status).toBeDefined();
  await open(page, '保存为视图');
  await dialog(page).getByLabel('名称').fill(name);
  await dialog(page).getByRole('button', { name: '保存' }).click();
  await expect.poll(() => control(page).textContent()).toBe(name);
  expect(queryOf(page)).toMatchObject({ status, ascs: 'name' });

  // After a change the control shows that the view differs. The view is updated only when the person asks for it.
  await front(page).getByRole('columnheader', { name: '场站' }).click();
  await expect.poll(() => control(page).getAttribute('aria-label')).toBe(`视图：${name}，已修改`);
  await open(page, '更新当前视图');
  await expect.poll(() => control(page).getAttribute('aria-label')).toBe(`视图：${name}`);
  const shown = await listStatus(page);
  await open(page, '不用视图');
  await expect.poll(() => queryOf(page)).toEqual({});
  await expect.poll(() => listStatus(page)).not.toBe(shown);
  await expect.poll(() => control(page).textContent()).toBe('视图');
  // Without a view the list shows its own columns again.
  await front(page).getByRole('button', { name: '列设置' }).click();
  await page.getByRole('checkbox', { name: '更新时间' }).check();
  await page.keyboard.press('Escape');
  await expect.poll(() => heads(page)).toContain('更新时间');

  // The name of another view is refused.
  await open(page, '保存为视图');
  await dialog(page).getByLabel('名称').fill(name);
  expectStatus(400);
  await dialog(page).getByRole('button', { name: '保存' }).click();
  await dialog(page).getByText('已有同名视图，请换一个名称').waitFor();
  await dialog(page).getByRole('button', { name: '取消' }).click();
  // Waits for the end of the animation, when the closed dialog returns the focus.
  await dialog(page).waitFor({ state: 'detached' });

  await control(page).focus();
  await page.keyboard.press('Enter');
  await entry(page, name).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(name);
  await page.keyboard.press('Enter');
  await expect.poll(() => control(page).textContent()).toBe(name);
  await expect.poll(() => queryOf(page)).toMatchObject({ status, descs: 'name' });
  await expect.poll(() => heads(page)).not.toContain('更新时间');
  await expect.poll(() => listStatus(page)).toBe(shown);
  await page.reload();
  await expect.poll(() => control(page).textContent()).toBe(name);
  await expect.poll(() => heads(page)).not.toContain('更新时间');

  // A colleague sees the shared view in the menu but cannot change it.
  await open(page, '共享给同事');
  await page.getByText('已共享').first().waitFor();
  const colleague = await browser.enter('admin1', list);
  await control(colleague.page).click();
  await colleague.page.getByText('同事共享').waitFor();
  await entry(colleague.page, name).click();
  await expect.poll(() => queryOf(colleague.page)).toMatchObject({ status, descs: 'name' });
  await expect.poll(() => heads(colleague.page)).not.toContain('更新时间');
  await control(colleague.page).click();
  await entry(colleague.page, '不用视图').waitFor();
  expect(await entry(colleague.page, '重命名').count()).toBe(0);
  await entry(colleague.page, '设为默认').click();
  await colleague.page.getByText(`进入列表时将打开「${name}」`).waitFor();

  // A removed field in the view is ignored and reported. The default view is applied when the list is opened without
  // filters.
  await app.sql(`update saved_view set query = query || '&formerField=1' where tenant_id = '1' and name = $1`, [name]);
  const later = await browser.enter('admin1', '/wel/index');
  const requestUrls: string[] = [];
  later.page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/bus/enterprise/stationPage' && url.searchParams.get('size') !== '1')
      requestUrls.push(url.search);
  });
  await follow(later.page, list);
  await later.page.getByText('视图里的「筛选条件 formerField」已不存在，已忽略').waitFor();
  await expect.poll(() => queryOf(later.page)).toMatchObject({ status, descs: 'name' });
  await expect.poll(() => control(later.page).getAttribute('aria-label')).toBe(`视图：${name}`);
  // No request was sent without the order of the view.
  expect(requestUrls.every((search) => search.includes('descs=name'))).toBe(true);
  expect(requestUrls.length).toBeGreaterThan(0);
});

it('shows the name of a saved view in the control on a phone @deep', async () => {
  const { page } = await browser.enter('regulator2', `${list}?kind=1`, { size: { width: 390, height: 844 } });
  await open(page, '保存为视图');
  await dialog(page).getByLabel('名称').fill('手机上保存的一个名称较长的视图');
  await dialog(page).getByRole('button', { name: '保存' }).click();
  await expect.poll(() => control(page).textContent()).toBe('手机上保存的一个名称较长的视图');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await open(page, '删除');
  await dialog(page).getByRole('button', { name: '删除' }).click();
  await expect.poll(() => control(page).textContent()).toBe('视图');
  expect(queryOf(page)).toEqual({ kind: '1' });
});
