import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { openDemoHouse, type DemoHouse } from './house.ts';
import { choose, follow, front, goTo, openBrowser, type TestBrowser } from './people.ts';

let house: DemoHouse;
let browser: TestBrowser;
let ids: string[];
beforeAll(async () => {
  house = await openDemoHouse();
  browser = await openBrowser(house.url);
  const rows = await house.sql<{ id: string }>(
    "select id from enterprise where tenant_id = '1' and status = 'active' order by id limit 3",
  );
  ids = rows.map(({ id }) => id);
});
afterEach(() => browser.closeAll());
afterAll(async () => {
  await browser?.close();
  await house?.close();
});

const labels = (page: Page) => page.getByRole('tab').allTextContents();
const inFront = (page: Page) => page.getByRole('tab', { selected: true }).textContent();
const list = '/bus/enterprise/index';
const dossier = (at: number) => `/bus/enterprise/dossier?id=${ids[at]}`;

async function openFour(page: Page) {
  await follow(page, list);
  await follow(page, dossier(0));
  await follow(page, '/wel/index');
  await follow(page, dossier(1));
  await expect.poll(() => labels(page)).toHaveLength(4);
}

describe('the tab strip', () => {
  it('opens a page once for its path and query (ST-07, LY-09)', async () => {
    const { page } = await browser.enter('regulator1');
    await expect.poll(() => labels(page)).toEqual(['首页']);
    expect(await page.locator('.tab-close').count()).toBe(0);
    await goTo(page, '企业', '企业管理');
    await expect.poll(() => labels(page)).toEqual(['首页', '企业管理']);
    await page.getByRole('tab', { name: '首页' }).click();
    await goTo(page, '企业', '企业管理');
    await expect.poll(() => inFront(page)).toBe('企业管理');
    expect(await labels(page)).toEqual(['首页', '企业管理']);
    // The first page has no cross.
    expect(await page.locator('.tab-close').count()).toBe(1);
  });

  it('closes by cross, by middle click and by Delete, and shows the left neighbour (LY-09, LY-11)', async () => {
    const { page } = await browser.enter('regulator1');
    await openFour(page);
    await page.locator('.tab.on .tab-close').click();
    await expect.poll(() => labels(page)).toHaveLength(3);
    await expect.poll(() => new URL(page.url()).search).toBe(`?id=${ids[0]}`);
    await page.getByRole('tab').nth(1).click({ button: 'middle' });
    await expect.poll(() => labels(page)).toHaveLength(2);
    await expect.poll(() => new URL(page.url()).search).toBe(`?id=${ids[0]}`);
    await page.getByRole('tab', { selected: true }).press('Delete');
    await expect.poll(() => labels(page)).toEqual(['首页']);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/wel/index');
    await page.getByRole('tab', { selected: true }).press('Delete');
    await page.getByRole('tab').first().click({ button: 'middle' });
    expect(await labels(page)).toEqual(['首页']);
  });

  it('closes others or all from the right click and from the menu (LY-10, LY-11)', async () => {
    const { page } = await browser.enter('regulator1');
    await openFour(page);
    await page.getByRole('tab').nth(1).click({ button: 'right' });
    await choose(page, '关闭其他');
    await expect.poll(() => labels(page)).toEqual(['首页', '企业管理']);
    await expect.poll(() => inFront(page)).toBe('企业管理');
    await follow(page, dossier(0));
    await expect.poll(() => labels(page)).toHaveLength(3);
    await page.getByRole('button', { name: '更多页签操作' }).click();
    await choose(page, '关闭全部');
    await expect.poll(() => labels(page)).toEqual(['首页']);
    await page.waitForURL('**/wel/index');
  });

  it('walks by arrow keys (LY-09)', async () => {
    const { page } = await browser.enter('regulator1');
    await openFour(page);
    await page.getByRole('tab', { selected: true }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => inFront(page)).toBe('企业管理');
    await page.keyboard.press('Home');
    await expect.poll(() => inFront(page)).toBe('首页');
  });

  it('survives a reload (ST-07)', async () => {
    const { page } = await browser.enter('regulator1');
    await openFour(page);
    // The front tab takes its enterprise's name when its file has come.
    await expect.poll(async () => (await labels(page)).at(-1)).not.toBe('企业档案');
    const before = await labels(page);
    await page.reload();
    await expect.poll(() => labels(page)).toEqual(before);
    expect(new URL(page.url()).search).toBe(`?id=${ids[1]}`);
  });
});

describe('a page in a tab behind', () => {
  it('stays as it was: scrolled, and with what was typed (design §3)', async () => {
    const { page } = await browser.enter('regulator1', list);
    await front(page)
      .getByText(/共 \d+ 条/)
      .waitFor();
    await expect.poll(() => front(page).evaluate((box) => ((box.scrollTop = 240), box.scrollTop))).toBe(240);
    await follow(page, dossier(0));
    await front(page).getByRole('button', { name: '编辑', exact: true }).click();
    await page.getByLabel('简称').fill('暂存');
    await page.locator('.tabs-end .warn').waitFor();
    await follow(page, list);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expect.poll(() => front(page).evaluate((box) => box.scrollTop)).toBe(240);
    await page.getByRole('button', { name: '以下页签有未保存的内容' }).click();
    await choose(page, /./);
    await expect.poll(() => page.getByLabel('简称').inputValue()).toBe('暂存');
    await page.getByRole('button', { name: '取消', exact: true }).click();
    await page.getByText('有未保存的修改').waitFor();
    await page.getByRole('button', { name: '放弃修改' }).click();
    await page.getByRole('button', { name: '没有未保存的内容' }).waitFor();
  });

  it('may have a dialog open, which waits there (LY-12)', async () => {
    const { page } = await browser.enter('regulator1', `${list}?status=0`);
    await front(page)
      .getByRole('button', { name: /^更多操作 / })
      .first()
      .click();
    await choose(page, '删除');
    await page.getByRole('dialog', { name: /^删除“/ }).waitFor();
    await follow(page, '/wel/index');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await follow(page, `${list}?status=0`);
    await page.getByRole('dialog', { name: /^删除“/ }).waitFor();
    await follow(page, '/wel/index');
    await page.getByRole('tab').nth(1).click({ button: 'middle' });
    await expect.poll(() => labels(page)).toEqual(['首页']);
    await goTo(page, '企业', '企业管理');
    await front(page)
      .getByText(/共 \d+ 条/)
      .waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('gives way alone when it is the fourteenth, the others keep standing (design §3)', async () => {
    const { page } = await browser.enter('regulator1', list);
    for (let at = 1; at <= 13; at += 1) {
      await follow(page, '/wel/index');
      await follow(page, `/bus/enterprise/dossier?id=${ids[0]}&n=${at}`);
    }
    expect(await labels(page)).toHaveLength(15);
    await expect.poll(() => page.getByRole('tabpanel', { includeHidden: true }).count()).toBeLessThanOrEqual(12);
    await page.getByRole('tab', { name: '企业管理' }).click();
    await front(page)
      .getByText(/共 \d+ 条/)
      .waitFor();
  });
});
