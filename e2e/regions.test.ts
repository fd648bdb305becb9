import { describe, expect, it } from 'vitest';
import { dialog, field, find } from './forms.ts';
import { front, goTo, listStatus } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

describe('streets and grids', () => {
  it('are added by an administrator and assigned to an enterprise', async () => {
    const { page } = await browser.enter('admin1');
    await goTo(page, '系统', '行政区划');
    await front(page).getByRole('button', { name: '新增街道' }).first().click();
    await find(page, '所属区划', 'bj', '滨江区');
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
    await expect.poll(() => listStatus(page)).toContain('共 1 条');

    const [firm] = await app.sql<{ name: string }>(
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
    const [row] = await app.sql<{ town: string; town_code: string }>(
      "select town, town_code from enterprise where tenant_id = '1' and name = $1",
      [name],
    );
    expect(row).toEqual({ town: '浪花街道一号网格', town_code: '330108007001' });
    await page.goto('/bus/enterprise/index?regionCode=330108007');
    await expect.poll(() => listStatus(page)).toContain('共 1 条');
  });

  it('show a changed street name in the log and on the timeline of the enterprise @deep', async () => {
    const { page } = await browser.enter('admin1', '/upms/region/index');
    await front(page).getByRole('searchbox').fill('330108007');
    await front(page).getByRole('button', { name: '改名 浪花街道' }).click();
    await dialog(page).getByText('各企业的时间线留有记录').waitFor();
    await field(page, '名称').fill('浪涛街道');
    await dialog(page).getByRole('button', { name: '保存' }).click();
    await page.getByText('已重命名').waitFor();

    await page.goto('/upms/log/index?call=dictionary.regionUpdate');
    await front(page).getByRole('row').filter({ hasText: '浪花街道' }).getByRole('button', { name: /详情/ }).click();
    const drawer = page.getByRole('dialog', { name: '修改街道或网格' });
    await drawer.getByText('租户管理员', { exact: true }).waitFor();
    const change = drawer.getByRole('row').filter({ hasText: '名称' });
    expect(await change.getByRole('cell').allInnerTexts()).toEqual(['浪花街道', '浪涛街道']);

    const [firm] = await app.sql<{ id: string }>(`select id from enterprise where town_code = '330108007001'`);
    await page.goto(`/bus/enterprise/dossier?id=${firm?.id}`);
    const entry = front(page).getByRole('region', { name: '时间线' }).getByRole('listitem').first();
    await expect.poll(() => entry.innerText()).toContain('街道网格更名');
    expect((await entry.innerText()).replaceAll(/\s/g, '')).toContain(
      '把乡镇街道由浪花街道一号网格改为浪涛街道一号网格',
    );
  });
});
