import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dialog, field } from './forms.ts';
import { choose, follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

const note = (page: Page) => dialog(page).getByText(/^已恢复上次没有保存的内容/);
const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

interface Journey {
  who: string;
  path: string;
  open: (page: Page) => Promise<void>;
  label: string;
  text: string;
}
const button = (name: string | RegExp) => (page: Page) => front(page).getByRole('button', { name }).first().click();
const journeys: Journey[] = [
  { who: 'regulator1', path: '/bus/station/index', open: button('新增场站'), label: '名称', text: '没存的场站' },
  { who: 'regulator1', path: '/bus/notice/index', open: button('新增公告'), label: '标题', text: '没发的公告' },
  { who: 'admin1', path: '/upms/user/index', open: button('新增用户'), label: '姓名', text: '没存的人' },
  { who: 'admin1', path: '/upms/organ/index', open: button('新增一级机构'), label: '机构名称', text: '没存的机构' },
  { who: 'regulator1', path: '/bus/riskrule/index', open: button('编辑弹窗提示'), label: '标题', text: '没存的提示' },
  { who: 'platform', path: '/upms/tenant/index', open: button('新增租户'), label: '单位名称', text: '没存的租户' },
];

describe('unsaved input of a form', () => {
  it.each(journeys)('survives a reload at $path @deep', async ({ who, path, open, label, text }) => {
    const { page } = await browser.enter(who, path);
    await open(page);
    const before = await field(page, label).inputValue();
    await field(page, label).fill(text);
    await expect.poll(() => stored(page)).toContain(text);
    await page.reload();
    await open(page);
    await note(page).waitFor();
    expect(await field(page, label).inputValue()).toBe(text);
    await dialog(page).getByRole('button', { name: '放弃草稿' }).click();
    await dialog(page).getByText('放弃上次填写的内容？放弃后不能恢复').waitFor();
    await dialog(page).getByRole('button', { name: '保留', exact: true }).click();
    expect(await field(page, label).inputValue()).toBe(text);
    await dialog(page).getByRole('button', { name: '放弃草稿' }).click();
    await dialog(page).getByRole('button', { name: '放弃', exact: true }).click();
    await note(page).waitFor({ state: 'detached' });
    expect(await field(page, label).inputValue()).toBe(before);
    expect(await stored(page)).not.toContain(text);
  });

  it('is stored per row without classified fields', async () => {
    const { page } = await browser.enter('regulator1', '/bus/station/index');
    const edit = (at: number) => front(page).getByRole('button', { name: /^编辑/ }).nth(at).click();
    await edit(0);
    const before = await field(page, '负责人电话').inputValue();
    await field(page, '地址').fill('草稿路 7 号');
    await field(page, '负责人电话').fill('13800138000');
    await expect.poll(() => stored(page)).toContain('草稿路 7 号');
    expect(await stored(page)).not.toContain('13800138000');
    await page.reload();
    // The form of another row shows no draft.
    await edit(1);
    await field(page, '地址').waitFor();
    expect(await note(page).count()).toBe(0);
    await dialog(page).getByRole('button', { name: '取消', exact: true }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await edit(0);
    await dialog(page).getByText('已恢复上次没有保存的内容，电话需要重新填写').waitFor();
    expect(await field(page, '地址').inputValue()).toBe('草稿路 7 号');
    expect(await field(page, '负责人电话').inputValue()).toBe(before);
    await dialog(page).getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('已保存').waitFor();
    expect(await stored(page)).not.toContain('草稿路 7 号');
    const saved = await app.sql("select from station where tenant_id = '1' and address = '草稿路 7 号'");
    expect(saved).toHaveLength(1);
  });

  it('replaces newer data only after a confirmation when the input is based on an old version @deep', async () => {
    const { page, expectStatus } = await browser.enter('regulator1', '/bus/station/index');
    expectStatus(409);
    const edit = () => front(page).getByRole('button', { name: /^编辑/ }).nth(2).click();
    await edit();
    const name = await field(page, '名称').inputValue();
    await field(page, '地址').fill('旧版本路 1 号');
    await expect.poll(() => stored(page)).toContain('旧版本路 1 号');
    await app.sql(
      `update station set version = version + 1, manager_name = '后来的人' where tenant_id = '1' and name = $1`,
      [name],
    );
    await page.reload();
    await edit();
    await note(page).waitFor();
    await dialog(page).getByRole('button', { name: '保存', exact: true }).click();
    await dialog(page).getByText('内容已被他人修改').waitFor();
    await dialog(page).getByRole('button', { name: '用最新的' }).click();
    await expect.poll(() => field(page, '负责人').inputValue()).toBe('后来的人');
    expect(await note(page).count()).toBe(0);
    expect(await stored(page)).not.toContain('旧版本路 1 号');
    // The input now refers to the new version, so the user is not asked about the conflict again.
    await field(page, '地址').fill('新版本路 2 号');
    await expect.poll(() => stored(page)).toContain('新版本路 2 号');
    await page.reload();
    await edit();
    await note(page).waitFor();
    await dialog(page).getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('已保存').waitFor();
    const [saved] = await app.sql(
      `select address, manager_name as manager from station where tenant_id = '1' and name = $1`,
      [name],
    );
    expect(saved).toEqual({ address: '新版本路 2 号', manager: '后来的人' });
  });

  it('stores only the changed fields of a row @deep', async () => {
    const { page, expectStatus } = await browser.enter('regulator1', '/bus/station/index');
    expectStatus(409);
    const edit = () => front(page).getByRole('button', { name: /^编辑/ }).nth(3).click();
    await edit();
    const name = await field(page, '名称').inputValue();
    await field(page, '地址').fill('只改地址路 3 号');
    await expect.poll(() => stored(page)).toContain('只改地址路 3 号');
    await app.sql(
      `update station set version = version + 1, manager_name = '另外的人' where tenant_id = '1' and name = $1`,
      [name],
    );
    await page.reload();
    await edit();
    await note(page).waitFor();
    await dialog(page).getByRole('button', { name: '保存', exact: true }).click();
    await dialog(page).getByRole('button', { name: '仍保存我的' }).click();
    await page.getByText('已保存').waitFor();
    const [saved] = await app.sql(
      `select address, manager_name as manager from station where tenant_id = '1' and name = $1`,
      [name],
    );
    expect(saved).toEqual({ address: '只改地址路 3 号', manager: '另外的人' });
  });

  it('includes the text of an announcement @deep', async () => {
    const { page, expectStatus } = await browser.enter('regulator1', '/bus/notice/index');
    expectStatus(409);
    const body = dialog(page).getByRole('textbox', { name: '正文' });
    const type = async (text: string) => {
      await body.click();
      await page.keyboard.type(text);
    };
    await button('新增公告')(page);
    await type('放弃的正文');
    await expect.poll(() => stored(page)).toContain('放弃的正文');
    await page.reload();
    await button('新增公告')(page);
    await body.getByText('放弃的正文').waitFor();
    await dialog(page).getByRole('button', { name: '放弃草稿' }).click();
    await dialog(page).getByRole('button', { name: '放弃', exact: true }).click();
    await body.getByText('放弃的正文').waitFor({ state: 'detached' });
    await type('另写的正文');
    await expect.poll(() => stored(page)).toContain('<p>另写的正文</p>');

    await field(page, '标题').fill('两人同改的公告');
    await field(page, '类别').click();
    await page.locator('.ant-select-item-option').filter({ hasText: '工作部署', visible: true }).click();
    await dialog(page).getByRole('button', { name: '存为草稿' }).click();
    await page.getByText('已保存').waitFor();
    await button('编辑 两人同改的公告')(page);
    await body.getByText('另写的正文').waitFor();
    await app.sql(
      `update announcement set version = version + 1, content = '<p>后来的正文</p>' where title = '两人同改的公告'`,
    );
    await type('我的');
    await dialog(page).getByRole('button', { name: '存为草稿' }).click();
    await dialog(page).getByRole('button', { name: '用最新的' }).click();
    await body.getByText('后来的正文', { exact: true }).waitFor();
    await type('，补充');
    await dialog(page).getByRole('button', { name: '存为草稿' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    const [saved] = await app.sql<{ content: string }>(
      `select content from announcement where title = '两人同改的公告'`,
    );
    expect(saved?.content).toContain('后来的正文');
    expect(saved?.content).toContain('，补充');
    expect(saved?.content).not.toContain('我的');
  });

  it('contains no recipients after the kind of audience has changed @deep', async () => {
    const { page } = await browser.enter('regulator1', '/bus/notice/index');
    await button('新增公告')(page);
    await dialog(page).getByText('指定区域的企业').click();
    await field(page, '区域').click();
    await page.locator('.ant-cascader-menu-item').filter({ visible: true }).first().click();
    await expect.poll(() => stored(page)).toMatch(/\\"targets\\":\[\\"\d/);
    await dialog(page).getByText('指定人员', { exact: true }).click();
    await expect.poll(() => stored(page)).toMatch(/\\"audience\\":\\"people\\"/);
    expect(await stored(page)).toMatch(/\\"targets\\":\[\]/);
  });

  it('belongs to the enterprise for which it was typed @deep', async () => {
    const { page } = await browser.enter('entadmin1', '/upms/user/entuser', { ownSession: true });
    const open = async () => {
      await follow(page, '/upms/user/entuser');
      await button('新增员工')(page);
      await field(page, '姓名').waitFor();
    };
    const goOver = async () => {
      const before = await page.evaluate(() => sessionStorage.getItem('anlan-access_token'));
      await page.getByRole('button', { name: /用户菜单$/ }).click();
      await choose(page, '切换企业');
      await dialog(page).getByRole('radio', { disabled: false }).check();
      await dialog(page).getByRole('button', { name: '切换', exact: true }).click();
      await page.waitForFunction(
        (old) => sessionStorage.getItem('anlan-access_token') !== old && location.pathname === '/wel/index',
        before,
      );
      await page.getByRole('tab', { name: '首页' }).waitFor();
    };
    await open();
    await field(page, '姓名').fill('前一家的人');
    await expect.poll(() => stored(page)).toContain('前一家的人');
    await page.reload();
    await goOver();
    await open();
    expect(await note(page).count()).toBe(0);
    expect(await field(page, '姓名').inputValue()).toBe('');
    await dialog(page).getByRole('button', { name: '取消', exact: true }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await goOver();
    await open();
    await note(page).waitFor();
    expect(await field(page, '姓名').inputValue()).toBe('前一家的人');
  });

  it('is removed after a confirmed reload @deep', async () => {
    const { page } = await browser.enter('regulator1', '/bus/station/index');
    await button('新增场站')(page);
    await field(page, '名称').fill('随重新加载的场站');
    await expect.poll(() => stored(page)).toContain('随重新加载的场站');
    const tab = page.locator('[data-tab="/bus/station/index"]');
    const mark = tab.getByTitle(/有未保存的内容/);
    await mark.waitFor();
    await follow(page, '/wel/index');
    await tab.getByRole('tab').click({ button: 'right' });
    await choose(page, '重新加载');
    await page.getByRole('button', { name: '重新加载', exact: true }).last().click();
    await expect.poll(() => stored(page)).not.toContain('随重新加载的场站');
    await mark.waitFor({ state: 'detached' });
  });

  it('is removed when the tab is closed after a confirmation @deep', async () => {
    const { page } = await browser.enter('regulator1', '/bus/station/index');
    await button('新增场站')(page);
    await field(page, '名称').fill('随页签关掉的场站');
    await expect.poll(() => stored(page)).toContain('随页签关掉的场站');
    await follow(page, '/wel/index');
    await page.locator('[data-tab="/bus/station/index"]').getByRole('tab').press('Delete');
    await page.getByText(/有未保存的内容，关闭后将丢失/).waitFor();
    await page.getByRole('button', { name: '关闭', exact: true }).last().click();
    await expect.poll(() => stored(page)).not.toContain('随页签关掉的场站');
  });
});
