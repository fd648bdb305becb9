import { expect, it } from 'vitest';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { browser } = await openStage();

it('CA-15 shows a new coloured label to a regulator who is already signed in', async () => {
  const regulator = await browser.enter('regulator1', '/bus/enterprise/index');
  const admin = await browser.enter('admin1', '/upms/dict/index');
  const setup = front(admin.page);
  await setup.getByRole('button', { name: /企业标签/ }).click();
  const panel = setup.getByRole('region', { name: '企业标签' });
  await panel.getByText('重点监管').waitFor();
  expect(await panel.getByRole('button', { name: '编辑“重点监管”' }).count()).toBe(0);
  const add = async (label: string, colour: string) => {
    await panel.getByRole('button', { name: '新增字典项' }).click();
    const editor = panel.getByRole('group', { name: '新增字典项' });
    await editor.getByLabel('名称').fill(label);
    await editor.getByTitle(colour, { exact: true }).click();
    await editor.getByRole('button', { name: '保存', exact: true }).click();
    await editor.waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: `编辑“${label}”` }).waitFor();
  };
  await add('汛期重点', '蓝');
  await add('节前必查', '橙');
  await panel.getByRole('button', { name: '上移“节前必查”' }).click();
  await expect
    .poll(async () => (await panel.getByRole('listitem').allInnerTexts()).slice(-2).map((text) => text.split('\n')[0]))
    .toEqual(['节前必查', '汛期重点']);

  await panel.getByRole('button', { name: '编辑“汛期重点”' }).click();
  const editor = panel.getByRole('group', { name: '修改“汛期重点”' });
  await editor.getByLabel('名称').fill('重点监管');
  admin.expectStatus(400);
  await editor.getByRole('button', { name: '保存', exact: true }).click();
  expect(await editor.getByRole('alert').innerText()).toBe('名称已存在，请换一个');
  expect(await editor.getByLabel('名称').inputValue()).toBe('重点监管');
  await editor.getByRole('button', { name: '取消' }).click();

  const { page } = regulator;
  await page.getByRole('button', { name: '新增企业' }).first().click();
  const labels = page.getByRole('dialog').getByLabel('企业标签');
  await labels.click();
  await page.getByTitle('节前必查').waitFor();
  await page.keyboard.press('Escape');
});

it('refuses to remove a dictionary value in use @deep', async () => {
  const { page, expectStatus } = await browser.enter('platform', '/upms/dict/index');
  const setup = front(page);
  await setup.getByRole('button', { name: /监管行业/ }).click();
  const panel = setup.getByRole('region', { name: '监管行业' });
  await panel.getByRole('button', { name: '删除“矿山”' }).click();
  const dialog = page.getByRole('dialog', { name: '删除字典项“矿山”？' });
  expectStatus(400);
  await dialog.getByRole('button', { name: '删除' }).click();
  expect(await dialog.getByRole('alert').innerText()).toMatch(/“矿山”正在使用：\d 个单位的数据。不能删除，可以停用/);
  await dialog.getByRole('button', { name: '取消' }).click();
  const shown = panel.getByRole('switch', { name: '“矿山”可选用' });
  await shown.click();
  await page.getByText('已停用，不再提供选择').waitFor();
  await expect.poll(() => shown.getAttribute('aria-checked')).toBe('false');
});

it('CA-15 platform names of user types and colours appear at sign-in and on the map @deep', async () => {
  const { page } = await browser.enter('platform', '/upms/dict/index');
  const setup = front(page);
  const rename = async (dictionary: string, from: string, to: string) => {
    await setup.getByRole('textbox', { name: '查找字典' }).fill(dictionary);
    await setup.getByRole('button', { name: new RegExp(dictionary) }).click();
    const panel = setup.getByRole('region', { name: dictionary });
    await panel.getByRole('button', { name: `编辑“${from}”` }).click();
    const editor = panel.getByRole('group', { name: `修改“${from}”` });
    await editor.getByLabel('名称').fill(to);
    await editor.getByRole('button', { name: '保存', exact: true }).click();
    await panel.getByRole('button', { name: `编辑“${to}”` }).waitFor();
  };
  await rename('用户类型', '店铺用户', '商城商家');
  await rename('企业四色', '橙', '高风险');
  const stranger = await browser.stranger();
  await stranger.page.goto('/login');
  await stranger.page.getByRole('radio', { name: '商城商家' }).waitFor();
  expect(await stranger.page.getByText('店铺用户').count()).toBe(0);
  await stranger.page.goto('/register');
  await stranger.page.getByRole('radio', { name: '商城商家' }).waitFor();
  const regulator = await browser.enter('regulator1', '/bus/enterprise/map');
  const legend = regulator.page.locator('.map-legend');
  await legend.getByText('高风险').waitFor();
  await legend.locator('i.tone-orange', { hasText: '高' }).waitFor();
  await rename('企业四色', '高风险', '橙');
  await rename('用户类型', '商城商家', '店铺用户');
});

it('ST-08 the grey mode applies without a reload', async () => {
  const watcher = await browser.enter('regulator1', '/bus/enterprise/index');
  const isGrey = () => watcher.page.evaluate(() => document.documentElement.classList.contains('grey'));
  expect(await isGrey()).toBe(false);
  const { page } = await browser.enter('platform', '/upms/dict/index');
  const setup = front(page);
  await setup.getByRole('textbox', { name: '查找字典' }).fill('灰色');
  await setup.getByRole('button', { name: /灰色模式/ }).click();
  const panel = setup.getByRole('region', { name: '灰色模式' });
  await panel.getByRole('switch', { name: '“开启”可选用' }).click();
  // The change of the dictionary is announced in the next response of any call.
  let at = 0;
  await expect
    .poll(
      async () => {
        at += 1;
        await follow(watcher.page, `/bus/enterprise/index?keyword=${at}`);
        return isGrey();
      },
      { interval: 500 },
    )
    .toBe(true);
  await panel.getByRole('switch', { name: '“关闭”可选用' }).click();
  await expect.poll(() => page.evaluate(() => document.documentElement.classList.contains('grey'))).toBe(false);
});

it('lets regulators read dictionaries but not change them @deep', async () => {
  const { page } = await browser.enter('regulator1', '/upms/dict/index', { size: { width: 390, height: 844 } });
  const setup = front(page);
  await setup.getByRole('button', { name: /企业标签/ }).click();
  const panel = setup.getByRole('region', { name: '企业标签' });
  await panel.getByText('重点监管').waitFor();
  expect(await panel.getByRole('button').allInnerTexts()).toEqual(['']);
  await panel.getByRole('button', { name: '返回字典列表' }).click();
  await setup.getByRole('textbox', { name: '查找字典' }).waitFor();
});
