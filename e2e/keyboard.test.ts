import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dialog } from './forms.ts';
import { choose, follow, front, goTo } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { browser } = await openStage();

const list = '/bus/enterprise/index';
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
const isInFront = (page: Page) => front(page).evaluate((view) => view.contains(document.activeElement));

describe('keyboard use', () => {
  it('returns the focus to the button that opened a form', async () => {
    const { page } = await browser.enter('regulator1', `${list}?status=0`);
    const edit = front(page)
      .getByRole('button', { name: /^编辑 / })
      .first();
    const name = (await edit.getAttribute('aria-label')) ?? '';
    await edit.press('Enter');
    await dialog(page).getByLabel('简称').waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe(name);

    await page.keyboard.press('Enter');
    await dialog(page).getByLabel('简称').fill('键盘');
    await dialog(page).getByRole('button', { name: '保存', exact: true }).press('Enter');
    await page.getByText('已保存').waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe(name);

    const more = front(page)
      .getByRole('button', { name: /^更多操作 / })
      .first();
    const about = await more.getAttribute('aria-label');
    await more.press('Enter');
    await choose(page, '删除');
    await dialog(page).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe(about);
  });

  it('opens the menu of a tab as the mouse does (LY-10) @deep', async () => {
    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      const { page, leave } = await browser.enter('regulator1', '/wel/index', { size });
      await follow(page, list);
      const tab = page.getByRole('tab', { selected: true });
      const menu = page.getByRole('menu').filter({ visible: true });
      for (const open of [
        () => tab.click({ button: 'right' }),
        () => tab.press('Shift+F10'),
        () => tab.press('ContextMenu'),
      ]) {
        await open();
        await menu.getByRole('menuitem', { name: '重新加载' }).click({ trial: true });
        const [box, at] = [await menu.boundingBox(), await tab.boundingBox()];
        expect(box?.width).toBeGreaterThan(80);
        expect(box?.x).toBeGreaterThanOrEqual(0);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(size.width);
        expect(Math.abs((box?.y ?? 0) - (at?.y ?? 0))).toBeLessThan(80);
        await expect.poll(() => menu.evaluate((list) => list.contains(document.activeElement))).toBe(true);
        await page.keyboard.press('Escape');
        await menu.waitFor({ state: 'hidden' });
        await expect.poll(() => tab.evaluate((one) => one === document.activeElement)).toBe(true);
      }
      await tab.press('Shift+F10');
      await expect.poll(() => menu.evaluate((list) => list.contains(document.activeElement))).toBe(true);
      await page.getByRole('menuitem', { name: '固定页签' }).press('Enter');
      await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(['首页', '企业管理']);
      await leave();
    }
  });

  it('shows a focus ring at links and buttons @deep', async () => {
    const { page } = await browser.enter('regulator1', list);
    await front(page).locator('a.list-name').first().waitFor();
    await page.keyboard.press('Tab');
    const plain: string[] = [];
    for (const one of await page.locator('.menu a, .work a[href]:visible, .list-actions button').all()) {
      await one.focus();
      const outline = await one.evaluate((box) => getComputedStyle(box).outlineStyle);
      if (outline === 'none') plain.push(await one.innerText());
    }
    expect(plain).toEqual([]);
  });

  it('moves the focus to the page of a link, and back to the link on return @deep', async () => {
    const { page } = await browser.enter('regulator1', list);
    const link = front(page).locator('a.list-name').nth(2);
    const name = await link.textContent();
    await link.press('Enter');
    await front(page)
      .getByRole('heading', { level: 1, name: name ?? '' })
      .waitFor();
    expect(await isInFront(page)).toBe(true);
    await page.keyboard.press('Tab');
    expect(await isInFront(page)).toBe(true);
    await page.goBack();
    await expect.poll(() => focused(page)).toBe(name);
    // After navigation from the menu the focus stays in the menu.
    await goTo(page, '企业', '场站管理');
    await expect.poll(() => focused(page)).toBe('场站管理');
  });

  it('keeps the focus in the list when clearing the filters removes their button @deep', async () => {
    const { page } = await browser.enter('regulator1', `${list}?status=2`);
    const isInList = () => page.evaluate(() => document.activeElement?.closest('.list') !== null);
    await front(page).getByRole('button', { name: '清除', exact: true }).press('Enter');
    await front(page).getByRole('button', { name: '清除', exact: true }).waitFor({ state: 'detached' });
    expect(await isInList()).toBe(true);
    await front(page).getByRole('searchbox').fill('没有叫这个名字的企业');
    await front(page).getByRole('button', { name: '清除筛选' }).press('Enter');
    await front(page).locator('a.list-name').first().waitFor();
    expect(await isInList()).toBe(true);
  });
});
