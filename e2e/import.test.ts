import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSheet } from '../apps/server/src/platform/sheets/index.ts';
import { goodRow, sheetOf, wrongWays } from '../apps/server/testing/import-file.ts';
import { follow, front, listStatus } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

const rows = 5_000;
const wrong = 137;
const limits = { rows: 100_000, columns: 200, entries: 1_000, unpackedBytes: 200 * 1024 * 1024, ratio: 100 };
const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Creates a spreadsheet in which every n-th row is wrong, with twenty kinds of errors in turn. The other rows are
 * valid.
 */
const madeFile = () =>
  sheetOf(
    Array.from({ length: rows }, (_, at) => {
      const turn = Math.floor(at / 36);
      const spoil = at % 36 === 35 && turn < wrong ? wrongWays[turn % wrongWays.length] : undefined;
      return spoil ? spoil(goodRow(at), at) : goodRow(at);
    }),
  );

describe('an import of 5,000 rows with 137 errors of twenty kinds', () => {
  it('writes the valid rows and offers the wrong rows as a file', async () => {
    const { page } = await browser.enter('regulator1', '/bus/enterprise/index');
    await front(page).getByRole('button', { name: '导入' }).first().click();
    const wizard = page.getByRole('dialog', { name: '导入企业' });
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      wizard.getByRole('button', { name: '下载模板' }).click(),
    ]);
    expect(template.suggestedFilename()).toMatch(/\.xlsx$/);
    await wizard.locator('input[type=file]').setInputFiles({ name: '企业.xlsx', mimeType, buffer: await madeFile() });
    const figure = (label: string) => wizard.locator('.import-figures > div').filter({ hasText: label }).locator('dd');
    await wizard.getByText('有错误', { exact: true }).waitFor({ timeout: 60_000 });
    expect(await figure('数据行').textContent()).toBe('5,000');
    expect(await figure('有错误').textContent()).toBe('137');
    expect(await figure('正确').textContent()).toBe('4,863');
    const [errors] = await Promise.all([
      page.waitForEvent('download'),
      wizard.getByRole('button', { name: '下载错误行' }).click(),
    ]);
    const errorRows: string[] = [];
    for await (const batch of readSheet({ bytes: readFileSync(await errors.path()), kind: 'xlsx', limits }))
      for (const { cells } of batch) errorRows.push(JSON.stringify(cells));
    expect(errorRows.length).toBeGreaterThanOrEqual(wrong);
    const before = await count();
    expect(before).toBe(0);
    await wizard.getByText('只导入正确的行').click();
    await wizard.getByRole('button', { name: '开始导入' }).click();
    await wizard.getByText(/^导入完成/).waitFor({ timeout: 90_000 });
    expect(await figure('新增企业').textContent()).toBe('4,863');
    expect(await count()).toBe(rows - wrong);
    // Updates planner statistics. Autovacuum does this within a minute elsewhere, but not in the test cluster.
    await app.sql('analyze enterprise, enterprise_tag');
    await wizard.getByRole('button', { name: '完成' }).click();
    await page.getByRole('searchbox', { name: '企业名称、信用代码' }).fill('测试企业第42号');
    await front(page).getByRole('link', { name: '测试企业第42号有限公司', exact: true }).waitFor();
  }, 240_000);
});

it('announces the end of a background import @deep', async () => {
  const { page } = await browser.enter('regulator1', '/bus/enterprise/index');
  const shown = async () =>
    Number(/共 ([\d,]+)/.exec((await listStatus(page)) ?? '')?.[1]?.replaceAll(',', '') ?? Number.NaN);
  await expect.poll(shown).toBeGreaterThan(0);
  const before = await shown();
  await front(page).getByRole('button', { name: '导入' }).first().click();
  const wizard = page.getByRole('dialog', { name: '导入企业' });
  const buffer = await sheetOf(Array.from({ length: 1_500 }, (_, at) => goodRow(20_000 + at)));
  await wizard.locator('input[type=file]').setInputFiles({ name: '企业.xlsx', mimeType, buffer });
  await wizard.getByText('有错误', { exact: true }).waitFor({ timeout: 60_000 });
  // Blocks the responses with the job status, so that this page does not learn the result before it is closed.
  await page.route(/\/upms\/job\/[\da-f-]{36}$/, () => {});
  await wizard.getByRole('button', { name: '开始导入' }).click();
  await wizard.getByRole('button', { name: '关闭', exact: true }).last().click();
  await wizard.waitFor({ state: 'detached' });
  await page.getByText(/^导入企业：/).waitFor({ timeout: 90_000 });
  await expect.poll(shown).toBe(before + 1_500);
}, 240_000);

it('lists an import with a finished dry run in the to-dos @deep', async () => {
  const { page, expectStatus } = await browser.enter('regulator1', '/bus/enterprise/index');
  const wizard = page.getByRole('dialog', { name: '导入企业' });
  const leave = async () => {
    await page.keyboard.press('Escape');
    await wizard.waitFor({ state: 'detached' });
  };
  await front(page).getByRole('button', { name: '导入' }).first().click();
  const buffer = await sheetOf([goodRow(90_001), goodRow(90_002)]);
  await wizard.locator('input[type=file]').setInputFiles({ name: '企业.xlsx', mimeType, buffer });
  await wizard.getByText('有错误', { exact: true }).waitFor({ timeout: 60_000 });
  await leave();
  for (let time = 0; time < 2; time += 1) {
    await follow(page, '/bus/todo/index');
    await front(page).getByRole('link', { name: '去确认' }).first().click();
    await wizard.getByText('有错误', { exact: true }).waitFor();
    await leave();
  }
  expectStatus(404);
  await page.goto(`/bus/enterprise/index?import=${crypto.randomUUID()}`);
  await wizard.getByText('没有找到这个文件的检查结果').waitFor();
  await wizard.getByText('点击选择文件').waitFor();
});

it('shows a message beside the file field when the imported file has no rows @deep', async () => {
  const { page } = await browser.enter('regulator1', '/bus/enterprise/index');
  await front(page).getByRole('button', { name: '导入' }).first().click();
  const wizard = page.getByRole('dialog', { name: '导入企业' });
  await wizard.locator('input[type=file]').setInputFiles({ name: '企业.xlsx', mimeType, buffer: await sheetOf([]) });
  await wizard.getByText('文件里没有数据行，请按模板填写后重新上传').waitFor({ timeout: 60_000 });
  await wizard.getByText('点击选择文件').waitFor();
  expect(await wizard.getByRole('button', { name: '开始导入' }).count()).toBe(0);
});

async function count() {
  const [row] = await app.sql<{ n: number }>(
    "select count(*)::int as n from enterprise where tenant_id = '1' and name like '测试企业第%'",
  );
  return row?.n;
}
