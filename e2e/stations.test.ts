import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSheet } from '../apps/server/src/platform/sheets/index.ts';
import { dialog, field, find } from './forms.ts';
import { front, goTo, listStatus } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

describe('stations', () => {
  it('are added, found and exported by a regulator', async () => {
    const { page } = await browser.enter('regulator1');
    await goTo(page, '企业', '场站管理');
    await expect.poll(() => listStatus(page)).toContain('共 9 条');
    const [firm] = await app.sql<{ name: string }>(
      "select name from enterprise where tenant_id = '1' and status = 'active' order by id limit 1",
    );
    const name = firm?.name ?? '';
    await front(page).getByRole('button', { name: '新增场站' }).click();
    await dialog(page).getByRole('button', { name: '保存' }).click();
    await dialog(page).getByText('编号不能为空').waitFor();
    await find(page, '所属企业', name, name);
    await field(page, '名称').fill('浪花路客运站');
    await field(page, '编号').fill('E2E-001');
    await find(page, '类型', '客运', '客运站');
    await find(page, '行政区划', 'bj', '滨江区');
    await field(page, '地址').fill('浪花路 1 号');
    await field(page, '负责人').fill('周明舟');
    await field(page, '负责人电话').fill('19900001234');
    await dialog(page).getByRole('button', { name: '保存' }).click();
    await page.getByText('已新增场站').waitFor();
    await front(page).getByRole('searchbox').fill('浪花');
    await expect.poll(() => listStatus(page)).toContain('共 1 条');
    await expect.poll(() => front(page).locator('tbody').textContent()).toContain('199****1234');
    await front(page).getByRole('button', { name: '导出' }).click();
    await dialog(page).getByRole('radio', { name: '列表显示的列' }).check();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('button', { name: '导出' }).click(),
    ]);
    await dialog(page).waitFor({ state: 'detached' });
    const limits = { rows: 1_000, columns: 50, entries: 100, unpackedBytes: 10_000_000, ratio: 100 };
    const rows: string[] = [];
    for await (const batch of readSheet({ bytes: readFileSync(await file.path()), kind: 'xlsx', limits }))
      for (const { cells } of batch) rows.push(JSON.stringify(cells));
    expect(rows.filter((row) => row.includes('E2E-001'))).toHaveLength(1);
    expect(rows.join()).not.toContain('19900001234');
  });

  it('are visible to an enterprise administrator only when they belong to the enterprise @deep', async () => {
    const { page, expectStatus } = await browser.enter('entadmin1');
    const [own] = await app.sql<{ n: number }>(
      `select count(*)::int as n from station s where s.tenant_id = '1' and s.enterprise_id =
         (select b.enterprise_id from user_enterprise b join app_user u on u.id = b.user_id
          where u.username = 'entadmin1' order by b.enterprise_id limit 1)`,
    );
    await goTo(page, '企业', '场站管理');
    await front(page).getByRole('heading', { name: '场站管理' }).waitFor();
    await expect.poll(() => front(page).locator('.page-head').textContent()).toContain(`本企业场站 ${own?.n} 个`);
    expect(await front(page).getByRole('button', { name: '导出' }).count()).toBe(0);
    await front(page).getByRole('button', { name: '新增场站' }).first().click();
    expect(await dialog(page).getByLabel('所属企业').count()).toBe(0);
    await field(page, '名称').fill('自家仓库');
    await field(page, '编号').fill('E2E-OWN');
    await find(page, '类型', '仓库', '仓库');
    await find(page, '行政区划', 'bj', '滨江区');
    await field(page, '地址').fill('浪花路 2 号');
    await field(page, '负责人').fill('周明舟');
    await field(page, '负责人电话').fill('19900001235');
    // The focus is still in the last field.
    await page.keyboard.press('Control+Enter');
    await page.getByText('已新增场站').waitFor();
    await expect.poll(() => front(page).locator('tbody').textContent()).toContain('19900001235');
    const remove = async () => {
      await front(page).getByRole('button', { name: '删除 自家仓库' }).click();
      await dialog(page).getByText('编号可以再次使用').waitFor();
      await dialog(page).getByRole('button', { name: '删除' }).click();
    };
    // Simulates a change by another person. After a second confirmation the changed row is deleted.
    expectStatus(409);
    await app.sql("update station set version = version + 1 where tenant_id = '1' and code = 'E2E-OWN'");
    await remove();
    await page.getByText('内容已被他人修改').first().waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    await remove();
    await page.getByText('已删除“自家仓库”').waitFor();
  });

  it('can be disabled by a regulator @deep', async () => {
    const { page, expectStatus } = await browser.enter('regulator1', '/bus/station/index');
    const [row] = await app.sql<{ id: string; name: string; address: string }>(
      "select id, name, address from station where tenant_id = '1' and status = 'enabled' order by updated_at limit 1",
    );
    const { id = '', name = '', address = '' } = row ?? {};
    await front(page).getByRole('searchbox').fill(name);
    await expect.poll(() => listStatus(page)).toContain('共 1 条');
    await front(page)
      .getByRole('button', { name: `停用 ${name}` })
      .click();
    await page.getByText('已停用').waitFor();
    await front(page)
      .getByRole('button', { name: `启用 ${name}` })
      .waitFor();

    await front(page).getByRole('button', { name, exact: true }).click();
    await dialog(page).getByText(address).waitFor();
    await expect.poll(() => dialog(page).textContent()).toMatch(/负责人电话1\d{2}\*{4}\d{4}/);
    await dialog(page).getByRole('button', { name: '编辑' }).click();

    expectStatus(409);
    await field(page, '名称').fill('我改的名称');
    await field(page, '地址').fill('我改的路 1 号');
    await field(page, '负责人电话').fill('19900004321');
    await app.sql(
      "update station set version = version + 1, name = '他人改的名称', grade = '他人改的级别' where id = $1",
      [id],
    );
    const save = () => dialog(page).getByRole('button', { name: '保存', exact: true }).click();
    await save();
    const conflict = dialog(page).getByRole('alert').filter({ hasText: '内容已被他人修改' });
    await conflict.getByText('他人改的级别').waitFor();
    // A masked number that only this person has changed needs no decision.
    await conflict.getByText('只有您改过的内容会一并保存：地址、负责人电话。').waitFor();
    await conflict.getByRole('radio', { name: '名称 用最新内容' }).check();
    await conflict.getByRole('button', { name: '按所选内容保存' }).click();
    await page.getByText('已保存').waitFor();
    const [saved] = await app.sql('select name, grade, address, manager_phone as phone from station where id = $1', [
      id,
    ]);
    expect(saved).toEqual({
      name: '他人改的名称',
      grade: '他人改的级别',
      address: '我改的路 1 号',
      phone: '199****4321',
    });
  });
});

it('imports the valid rows of a station file by keyboard @deep', async () => {
  const { page } = await browser.enter('regulator1');
  await goTo(page, '企业', '场站管理');
  const [firm] = await app.sql<{ name: string }>(
    "select name from enterprise where tenant_id = '1' and status = 'active' order by id limit 1",
  );
  const button = front(page).getByRole('button', { name: '导入', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  const wizard = page.getByRole('dialog', { name: '导入场站' });
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    wizard.getByRole('button', { name: '下载模板' }).press('Enter'),
  ]);
  expect(template.suggestedFilename()).toBe('场站导入模板.xlsx');
  const row = (code: string, kind: string) =>
    `${firm?.name},${code},卸煤站,${kind},330108,江边 3 号,周明舟,19900001235`;
  const lines = [
    '所属企业,编号,名称,类型,行政区划,地址,负责人,负责人电话',
    row('E2E-101', '客运站'),
    row('E2E-102', '飞机场'),
  ];
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    wizard.getByRole('button', { name: /点击选择文件/ }).press('Enter'),
  ]);
  await chooser.setFiles({ name: '场站.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) });
  await wizard.getByText('没有“飞机场”这一项').waitFor();
  expect(await wizard.getByRole('row', { name: /飞机场/ }).textContent()).toMatch(/^3类型/);
  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    wizard.getByRole('button', { name: '下载错误行' }).press('Enter'),
  ]);
  expect(errors.suggestedFilename()).toMatch(/^场站导入错误行/);
  await wizard.getByRole('button', { name: '开始导入' }).press('Enter');
  await wizard.getByText('新增 1 个，更新 0 个，跳过 0 行，1 行有错误未写入').waitFor();
  await wizard.getByRole('button', { name: '完成' }).press('Enter');
  await front(page).getByRole('searchbox').fill('卸煤');
  await expect.poll(() => listStatus(page)).toContain('共 1 条');
  // The import can be undone in the task tray also after the wizard is closed.
  await page.getByRole('button', { name: /^任务/ }).click();
  const tray = page.getByRole('dialog', { name: '任务' });
  await tray.getByRole('button', { name: '撤销 导入场站' }).click();
  await page.getByRole('button', { name: '撤销导入', exact: true }).click();
  await tray.getByText('已撤销：删除 1 个，恢复 0 个').waitFor();
  await page.keyboard.press('Escape');
  await front(page).getByRole('searchbox').fill('卸煤站');
  await expect.poll(() => front(page).getByText('卸煤站', { exact: true }).count()).toBe(0);
});
