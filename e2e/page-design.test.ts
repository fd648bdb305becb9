import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dialog } from './forms.ts';
import { look, looks } from './screen-checks.ts';
import { front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { browser } = await openStage();
const [desktop, small] = looks;
const shopDesigner = '/mall/config/decorate/home/page/addPageShop';
const unitDesigner = '/mall/config/decorate/home/page/addPage';

function keyboard(page: Page) {
  let count = 0;
  return {
    presses: () => count,
    async press(...keys: string[]) {
      for (const key of keys) {
        await page.keyboard.press(key);
        count += 1;
      }
    },
    async type(text: string) {
      for (const letter of text) {
        // A Chinese letter comes from an input method. Each letter counts as one key press.
        await (letter < '\u0080' ? page.keyboard.press(letter) : page.keyboard.insertText(letter));
        count += 1;
      }
    },
    async tabTo(name: RegExp) {
      for (let tries = 0; tries < 40; tries += 1) {
        const here = await page.evaluate(() => {
          const at = document.activeElement;
          return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
        });
        if (name.test(here)) return;
        await page.keyboard.press('Tab');
        count += 1;
      }
      throw new Error(`the keyboard does not reach ${String(name)}`);
    },
  };
}
const canvas = (page: Page) => front(page).getByRole('region', { name: '画布' });
const picks = (page: Page) => canvas(page).locator('.pd-pick');
const saved = (page: Page) => front(page).getByText('已自动保存').waitFor();
const expectUnseenNote = (page: Page, text: string) => front(page).locator('p.pd-unseen').getByText(text).waitFor();

describe('the page designer', { timeout: 300_000 }, () => {
  it('RT-23: publishes a page of ten parts by keyboard within 120 presses', async () => {
    const person = await browser.enter('shop1', shopDesigner, desktop);
    const { page } = person;
    const keys = keyboard(page);
    await front(page).getByRole('heading', { name: '新的店铺页面' }).waitFor();
    await front(page).getByText('服务介绍').last().waitFor();
    await keys.type('冬季');
    await keys.press('Tab', 'ArrowUp', 'Enter');
    await front(page).getByRole('heading', { name: '冬季', exact: true }).waitFor();
    for (const letters of ['dpt', 'ssk', 'lbt', 'ggl', 'ggcd', 'bt', 'splb', 'cjwt', 'lxfs', 'dbdh']) {
      await keys.type(letters);
      await keys.press('Enter');
    }
    await expect.poll(() => picks(page).count()).toBe(10);
    await expectUnseenNote(page, '已添加底部导航，第 10 个，共 10 个');
    // Types the placeholder of the search box, then moves the title up and down.
    await keys.tabTo(/^底部导航，第 10 个/);
    await keys.press('ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter');
    await keys.press('Control+a');
    await keys.type('冬季必备');
    await keys.press('Escape', 'Alt+ArrowUp');
    await expectUnseenNote(page, '标题：冬季必备已上移，第 5 个，共 10 个');
    await keys.press('Alt+ArrowDown', 'Control+d', 'Delete', 'Control+z');
    await expect.poll(() => picks(page).count()).toBe(11);
    await keys.press('Control+z');
    await expect.poll(() => picks(page).count()).toBe(10);
    await keys.press('Control+Enter');
    await dialog(page).getByText('发布后').waitFor();
    await keys.tabTo(/现在发布/);
    await keys.press('Enter');
    await page.getByText('第 1 版已发布').waitFor();
    await front(page).locator('.pd-bar .tag').getByText('第 1 版', { exact: true }).waitFor();
    expect(keys.presses()).toBeLessThanOrEqual(120);
    await look(person, desktop.name, { 'page-designer': () => saved(page) });
  });

  it('RT-22: nests parts by keyboard and drags parts by mouse', async () => {
    const { page } = await browser.enter('regulator1', unitDesigner, desktop);
    const keys = keyboard(page);
    await front(page).getByText('服务介绍').last().waitFor();
    await keys.type('专题');
    await keys.press('Tab');
    await front(page).getByText('空白页面').click();
    await front(page).getByRole('button', { name: '开始设计' }).click();
    await front(page).getByRole('heading', { name: '专题', exact: true }).waitFor();
    const add = (name: string) =>
      front(page).getByRole('toolbar', { name: '添加组件' }).getByRole('button', { name, exact: true });
    await add('分栏').click();
    await add('标题').click();
    await expectUnseenNote(page, '已添加标题：标题，第 1 个，共 1 个');
    await picks(page).nth(1).focus();
    await keys.press('Alt+ArrowRight');
    await expectUnseenNote(page, '标题：标题已移入');
    await expect.poll(() => canvas(page).locator('.pd-slot').nth(1).locator('.pd-pick').count()).toBe(1);
    await keys.press('Alt+ArrowLeft');
    await expectUnseenNote(page, '标题：标题已移出，第 2 个，共 2 个');
    await add('留白').dragTo(picks(page).nth(1), { targetPosition: { x: 40, y: 3 } });
    await expect.poll(() => picks(page).nth(1).getAttribute('aria-label')).toMatch(/^留白，第 2 个，共 3 个/);
    await front(page).getByRole('button', { name: '撤销' }).click();
    await expect.poll(() => picks(page).count()).toBe(2);
    await front(page).getByRole('button', { name: '重做' }).click();
    await expect.poll(() => picks(page).count()).toBe(3);
    await saved(page);
  });

  it('moves, copies and removes parts by keyboard in the outline', async () => {
    const { page } = await browser.enter('regulator1', '/mall/pagedevise/index', desktop);
    await front(page).getByRole('link', { name: '安全生产月活动', exact: true }).click();
    const keys = keyboard(page);
    const rows = front(page).getByRole('navigation', { name: '大纲' }).getByRole('button');
    await rows.nth(1).focus();
    await expect.poll(() => rows.nth(1).getAttribute('aria-current')).toBe('true');
    const count = await rows.count();
    const names = () => rows.allTextContents();
    const [first, second] = await names();
    await keys.press('Alt+ArrowUp');
    await expect.poll(names).toEqual(expect.arrayContaining([second, first]));
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual([second, first]);
    const focusedRow = () =>
      page.evaluate(() => document.activeElement?.closest('nav')?.getAttribute('aria-label') ?? 'elsewhere');
    expect(await focusedRow()).toBe('大纲');
    await keys.press('Control+d');
    await expect.poll(() => rows.count()).toBe(count + 1);
    await keys.press('Delete');
    await expect.poll(() => rows.count()).toBe(count);
    await expect.poll(focusedRow).toBe('大纲');
    await keys.press('Enter');
    await expect.poll(focusedRow).toBe('elsewhere');
    await keys.press('Escape');
    await expect.poll(focusedRow).toBe('大纲');
    await keys.press('ArrowDown', 'Control+z');
    await saved(page);
  });

  it('shows the goods of the shop in the templates, and the navigation at the foot', async () => {
    const { page } = await browser.enter('shop1', shopDesigner, desktop);
    const thumb = front(page).locator('.pd-thumb').first();
    await thumb.locator('.goods').first().waitFor();
    const gap = await thumb.evaluate((box) => {
      const bar = box.querySelector('.of-tabBar')?.getBoundingClientRect().bottom ?? 0;
      return Math.abs(box.getBoundingClientRect().bottom - bar);
    });
    expect(gap).toBeLessThan(4);
  });

  it('leads people without the permit to /403', async () => {
    const { page } = await browser.enter('entadmin1', unitDesigner, desktop);
    await page.waitForURL('**/403');
    await page.getByText('当前操作没有权限').first().waitFor();
  });

  it('shows who saved the page meanwhile, and which parts differ @deep', async () => {
    const one = await browser.enter('regulator1', '/mall/pagedevise/index', desktop);
    await front(one.page).getByRole('link', { name: '安全生产月活动', exact: true }).click();
    await picks(one.page).first().waitFor();
    const address = one.page.url();
    const other = await browser.enter('admin1', new URL(address).pathname + new URL(address).search, desktop);
    await picks(other.page).first().waitFor();
    await front(one.page).getByText('也在编辑').waitFor({ timeout: 30_000 });
    const notice = (page: Page) =>
      front(page).getByRole('toolbar', { name: '添加组件' }).getByRole('button', { name: '公告栏', exact: true });
    await notice(one.page).click();
    await front(one.page).getByText('草稿 · 第 2 次保存').waitFor();
    const title = (page: Page) => picks(page).nth(2);
    await title(other.page).click();
    await front(other.page).getByLabel('标题', { exact: true }).fill('我的标题');
    const conflictAlert = front(other.page).getByRole('alert').filter({ hasText: '保存了这个页面' });
    await conflictAlert.waitFor();
    expect(await conflictAlert.textContent()).toContain('公告栏');
    await look(other, desktop.name, { 'page-conflict': () => conflictAlert.waitFor() });
    await conflictAlert.getByRole('button', { name: '用我的覆盖' }).click();
    await saved(other.page);
    await picks(one.page).first().waitFor();
    // Removes the expected conflict (409) from the faults.
    for (const { faults } of [one, other]) {
      const rest = faults.filter((fault) => !/409 POST \S+\/mall\/pagedevise\/draft$/.test(fault));
      faults.splice(0, faults.length, ...rest);
    }
  });

  it('creates a shop page that passes the checks @deep', async () => {
    const person = await browser.stranger(small);
    const { page } = person;
    const shown = () => page.getByRole('navigation', { name: '底部导航' }).waitFor();
    await page.goto('/mall/page?tenantId=1');
    await look(person, small.name, { 'mall-page': shown });
    await page.emulateMedia({ colorScheme: 'dark' });
    await look(person, small.name, { 'mall-page-dark': shown });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('searchbox').fill('灭火');
    await page.keyboard.press('Enter');
    await look(person, small.name, { 'mall-found': () => page.getByText('手提式干粉灭火器').waitFor() });
    await page.getByText('手提式干粉灭火器').click();
    await page.getByRole('heading', { name: '联系店铺购买' }).waitFor();
  });
});
