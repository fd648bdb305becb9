import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { dialog, field } from './forms.ts';
import { choose, follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

const wrongDay = '日期不存在，请按 2026-01-31 的格式填写';
const wrongTime = '时间不存在，请按 2026-01-31 09:30 的格式填写';
const list = '/bus/enterprise/index?status=2';

async function type(where: Locator, text: string) {
  await where.click();
  await where.press('Control+a');
  await (text === '' ? where.press('Backspace') : where.pressSequentially(text));
  await where.press('Tab');
}
const messageText = (page: Page, text: string) => dialog(page).getByText(text, { exact: true });

it('shows a message for an impossible date in a form, and does not save the form', async () => {
  const { page } = await browser.enter('regulator1', list);
  const edit = front(page).getByRole('button', { name: /^编辑/ }).first();
  const id = await front(page).locator('tbody tr[data-row-key]').first().getAttribute('data-row-key');
  const storedDate = async () =>
    (await app.sql<{ on: string | null }>('select licence_to::text as on from enterprise where id = $1', [id]))[0]?.on;
  await app.sql(`update enterprise set licence_to = '2027-05-01' where id = $1`, [id]);
  await page.reload();
  await edit.click();
  const until = field(page, '营业期限');
  for (const text of ['2026-02-30', '明年三月']) {
    await type(until, text);
    await messageText(page, wrongDay).waitFor();
    await dialog(page).getByRole('button', { name: '保存', exact: true }).click();
    await messageText(page, wrongDay).waitFor();
    await page.locator('.ant-picker-dropdown').filter({ visible: true }).waitFor({ state: 'detached' });
    expect(await until.inputValue()).toBe(text);
  }
  expect(await storedDate()).toBe('2027-05-01');
  // A date chosen in the calendar removes the error.
  await until.click();
  await page.locator('.ant-picker-cell-in-view').filter({ visible: true }).nth(9).click();
  await expect.poll(() => until.inputValue()).toMatch(/^\d{4}-\d\d-10$/);
  await messageText(page, wrongDay).waitFor({ state: 'detached' });
  await type(until, '2026-13-45');
  await page.waitForFunction(() => Object.values({ ...sessionStorage }).some((text) => text.includes('2026-13-45')));
  await page.reload();
  await edit.click();
  await expect.poll(() => until.inputValue()).toBe('2026-13-45');
  await type(until, '2028.1.9');
  await expect.poll(() => until.inputValue()).toBe('2028-01-09');
  await dialog(page).getByRole('button', { name: '保存', exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await storedDate()).toBe('2028-01-09');
  // A date that the user cleared stays empty when the field loses the focus.
  await edit.click();
  await type(until, '');
  expect(await until.inputValue()).toBe('');
  await dialog(page).getByRole('button', { name: '保存', exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await storedDate()).toBeNull();

  await front(page)
    .getByRole('button', { name: /^更多操作 / })
    .first()
    .click();
  await choose(page, '停产停业');
  const from = field(page, '起始日期');
  await type(from, '2026-02-31');
  await messageText(page, wrongDay).waitFor();
  expect(await from.inputValue()).toBe('2026-02-31');
  await type(from, '');
  await messageText(page, '起始日期不能为空').waitFor();
  await type(from, '２０２６年3月1日');
  await expect.poll(() => from.inputValue()).toBe('2026-03-01');
});

it('ignores an impossible date in a filter, with a message, at any width @deep', async () => {
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const { page, leave } = await browser.enter('admin1', list, { size });
    const tried = async (path: string, label: string, more: string | null) => {
      await follow(page, path);
      if (more)
        await front(page)
          .getByRole('button', { name: size.width < 700 ? /^筛选/ : '更多筛选' })
          .click();
      const day = front(page).getByLabel(label);
      await type(day, '2026-02-30');
      expect(await day.inputValue()).toBe('2026-02-30');
      await front(page).getByText(`${wrongDay}，现在没有按它筛选`).waitFor();
      expect(page.url()).not.toContain('02-30');
      await type(day, '2026-02-03');
      await front(page).getByText(wrongDay).waitFor({ state: 'detached' });
      return day;
    };
    await tried('/bus/enterprise/index?status=2', '启用日期起', '更多筛选');
    await expect.poll(() => page.url()).toContain('activatedFrom=2026-02-03');
    await tried('/upms/log/index', '开始日期', '更多筛选');
    await (await tried('/notice', '发布日期起', null)).click();
    await page.locator('.ant-picker-dropdown').filter({ visible: true }).waitFor();
    // The tab of the form goes to the background while its calendar is open.
    await follow(page, '/wel/index');
    await follow(page, '/notice');
    await front(page).getByLabel('发布日期起').waitFor();
    await leave();
  }
});

it('preserves an impossible time in the announcement form @deep', async () => {
  const { page } = await browser.enter('regulator1', '/bus/notice/index');
  await front(page).getByRole('button', { name: '新增公告' }).first().click();
  const at = field(page, '发布时间');
  await type(at, '2026-02-30 09:30');
  await messageText(page, wrongTime).waitFor();
  expect(await at.inputValue()).toBe('2026-02-30 09:30');
  await field(page, '标题').fill('时间');
  await dialog(page).getByRole('button', { name: '存为草稿' }).click();
  expect(await messageText(page, wrongTime).count()).toBe(1);
  await type(at, '2027-03-01 09:30');
  await messageText(page, wrongTime).waitFor({ state: 'detached' });
  expect(await at.inputValue()).toBe('2027-03-01 09:30');

  await follow(page, '/bus/riskrule/index');
  await front(page).getByRole('button', { name: '编辑弹窗提示' }).click();
  const since = field(page, '开始日期');
  await type(since, '2026-13-01');
  await messageText(page, wrongDay).waitFor();
  expect(await since.inputValue()).toBe('2026-13-01');
});
