import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dialog, field } from './forms.ts';
import { looks } from './screen-checks.ts';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
/** Waits for some animation frames, so that every change is displayed. */
const manyPictures = (page: Page) =>
  page.evaluate(async () => {
    for (let drawn = 0; drawn < 30; drawn += 1) await new Promise(requestAnimationFrame);
  });
/** Presses the mouse button slowly, so that the effect of the press is visible before the release. */
async function pressSlowly(page: Page, target: Locator) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('nothing stands there to be pressed');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await manyPictures(page);
  await page.mouse.up();
}
async function openPhone(page: Page) {
  await follow(page, '/info/index');
  await front(page).getByRole('button', { name: '更换手机号' }).click();
  await expect.poll(() => field(page, '原手机验证码').evaluate((code) => document.activeElement === code)).toBe(true);
}

describe.each(looks)('a click in a dialog at $name @deep', ({ size }) => {
  it('works on 取消 while the focused field is invalid', async () => {
    const { page } = await browser.enter('admin1', '/wel/index', { size });
    await openPhone(page);
    await field(page, '新手机号').fill('139');
    await pressSlowly(page, button(page, '取消'));
    await dialog(page).waitFor({ state: 'detached' });
  });

  it('works on another field while the focused field is invalid', async () => {
    const { page } = await browser.enter('regulator1', '/wel/index', { size });
    await openPhone(page);
    await field(page, '原手机号').fill('139');
    await pressSlowly(page, button(page, '获取验证码 新手机'));
    await page.getByText('新手机号不能为空', { exact: true }).first().waitFor();
    await button(page, '取消').click();

    await follow(page, '/bus/riskrule/index');
    await front(page).getByRole('button', { name: '编辑弹窗提示' }).click();
    await field(page, '内容').fill('');
    const box = dialog(page).getByRole('checkbox', { name: '监管人员' });
    const was = await box.isChecked();
    await pressSlowly(page, dialog(page).getByText('监管人员', { exact: true }));
    expect(await box.isChecked()).toBe(!was);
    await dialog(page).getByText('内容不能为空').waitFor();
  });
});

describe('the value of a field when 保存 is pressed', () => {
  it('is saved as after leaving the field', async () => {
    const { page } = await browser.enter('regulator1', '/bus/station/index');
    await front(page).getByRole('button', { name: /^编辑/ }).first().click();
    await field(page, '面积').fill('12.345');
    await pressSlowly(page, button(page, '保存'));
    await page.getByText('已保存').waitFor();
    expect(await app.sql("select from station where tenant_id = '1' and area_sqm = 12.35")).toHaveLength(1);
    await dialog(page).waitFor({ state: 'detached' });

    await front(page).getByRole('button', { name: /^编辑/ }).first().click();
    await field(page, '地址').fill('滨江路 ');
    const tools = await page.context().newCDPSession(page);
    await tools.send('Input.imeSetComposition', { text: 'qi hao', selectionStart: 6, selectionEnd: 6 });
    await pressSlowly(page, button(page, '保存'));
    await dialog(page).waitFor({ state: 'detached' });
    expect(await app.sql("select from station where tenant_id = '1' and address = '滨江路 qi hao'")).toHaveLength(1);
  });
});

describe('focus after a mouse click @deep', () => {
  it('is on the clicked element, without a focus ring', async () => {
    const { page } = await browser.enter('regulator1', '/bus/station/index');
    await front(page).getByRole('button', { name: '新增场站' }).click();
    await field(page, '名称').fill('没存的场站');
    await pressSlowly(page, button(page, '取消'));
    await dialog(page).getByText('有未保存的修改').waitFor();
    const at = await page.evaluate(() => {
      const { activeElement: one } = document;
      return { name: one?.textContent, shown: one?.matches(':focus-visible') };
    });
    expect(at).toEqual({ name: '继续填写', shown: false });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
  });
});
