import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dialog } from './forms.ts';
import { choose, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

const list = '/bus/enterprise/index';
const count = async (where: string) => {
  const [row] = await app.sql<{ n: number }>(
    `select count(*)::int as n from enterprise where tenant_id = '1' and removed_at is null and ${where}`,
  );
  return row?.n ?? -1;
};
const bar = (page: Page) => front(page).getByRole('group', { name: '已选择' });
const statusText = async (page: Page) =>
  (await bar(page).getByRole('status').textContent())?.replace(/\s+/g, ' ').trim();
const boxes = (page: Page) => front(page).locator('tbody').getByRole('checkbox');
const settled = (page: Page) => expect.poll(() => front(page).locator('.list-stale').count()).toBe(0);

async function tick(page: Page, rows: number) {
  await boxes(page).first().waitFor();
  for (let row = 0; row < rows; row += 1) {
    await boxes(page).nth(row).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => boxes(page).nth(row).isChecked()).toBe(true);
  }
}

async function newestTask(page: Page, name: string) {
  await page.getByRole('button', { name: /^任务/ }).click();
  const task = page.getByRole('list', { name: '我的任务' }).getByRole('listitem', { name }).first();
  await task.getByText(/^(已完成|没有完成)$/).waitFor({ timeout: 60_000 });
  return task;
}

describe('an action for many enterprises at once (CA-13, S25)', () => {
  it('labels rows of two pages', async () => {
    const { page } = await browser.enter('regulator1', list);
    await tick(page, 3);
    await expect.poll(() => statusText(page)).toBe('已选 3 家');
    const all = front(page).getByRole('checkbox', { name: '选择本页全部' });
    expect(await all.evaluate((box: HTMLInputElement) => [box.checked, box.indeterminate])).toEqual([false, true]);
    await front(page).getByRole('listitem', { name: '2', exact: true }).click();
    await settled(page);
    await expect.poll(() => statusText(page)).toBe('已选 3 家，其中 3 家不在当前页');
    await tick(page, 2);
    await expect.poll(() => statusText(page)).toBe('已选 5 家，其中 3 家不在当前页');
    const before = await count(`'model' = any(labels)`);
    await bar(page).getByRole('button', { name: '添加标签' }).click();
    const dialog = page.getByRole('dialog', { name: /^批量添加标签 · 5 家企业$/ });
    await dialog.getByRole('combobox', { name: '企业标签' }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: '样板企业', visible: true }).first().click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: '开始' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('tab', { name: '首页' }).click();
    const task = await newestTask(page, '批量添加标签');
    expect(await task.textContent()).toMatch(/已处理 \d 家/);
    const after = await count(`'model' = any(labels)`);
    expect(after - before).toBeGreaterThan(0);
    expect(after - before).toBeLessThanOrEqual(5);
  }, 240_000);

  it('suspends all filtered enterprises except an excluded one @deep', async () => {
    const { page } = await browser.enter('regulator1', `${list}?color=3`);
    await boxes(page).first().waitFor();
    await settled(page);
    const total = await count(`color = 'yellow'`);
    const active = await count(`color = 'yellow' and status = 'active'`);
    expect(total).toBeGreaterThan(20);
    await front(page).getByRole('checkbox', { name: '选择本页全部' }).check();
    await bar(page)
      .getByRole('button', { name: /^选择筛选结果的全部/ })
      .click();
    await expect.poll(() => statusText(page)).toBe(`已选 ${total} 家，其中 ${total - 20} 家不在当前页`);
    await boxes(page).first().waitFor();
    await boxes(page).first().uncheck();
    await expect.poll(() => statusText(page)).toBe(`已选 ${total - 1} 家，其中 ${total - 20} 家不在当前页`);
    await bar(page).getByRole('button', { name: '变更状态' }).click();
    await choose(page, '停产停业');
    const dialog = page.getByRole('dialog', { name: /^批量停产停业/ });
    await dialog.getByRole('combobox', { name: '停产类型' }).click();
    await page.locator('.ant-select-item-option').filter({ visible: true }).first().click();
    await dialog.getByLabel('停产原因').fill('汛期防汛集中停产检查');
    await dialog.getByRole('button', { name: '开始' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const task = await newestTask(page, '批量停产停业');
    const taskText = (await task.textContent()) ?? '';
    const moved = Number(/已处理 (\d+) 家/.exec(taskText)?.[1]);
    expect(active - moved).toBeLessThanOrEqual(1);
    expect(await count(`color = 'yellow' and status = 'active'`)).toBe(active - moved);
    if (moved < total - 1) {
      expect(taskText).toContain(`${total - 1 - moved} 家未处理`);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        task.getByRole('button', { name: '下载未处理的企业' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^批量停产停业-未处理的企业-.*\.xlsx$/);
    }
  }, 240_000);

  it('exports as a background job when more rows match than a search counts @deep', async () => {
    await app.sql(
      `insert into enterprise (tenant_id, id, name, credit_code, enterprise_code, supervision_kind, region_code,
         registered_address, industry_code, legal_person, safety_manager_name, safety_manager_phone, status, source,
         created_at, updated_at)
       select '1', gen_random_uuid(), '成批企业第' || n || '号', 'T' || lpad(n::text, 17, '0'), 'CP' || n, 'emergency',
         '330108', '江滨路', 'C26', '沈安然', '周明舟', '139****5678', 'active', 'import', now(), now()
       from generate_series(1, 10001) n`,
    );
    // Updates planner statistics. Autovacuum does this within a minute elsewhere, but not in the test cluster.
    await app.sql('analyze enterprise');
    const { page } = await browser.enter('regulator1', `${list}?keyword=${encodeURIComponent('成批企业')}`);
    await front(page).getByText('共 10,000+ 条').waitFor();
    await front(page).getByRole('button', { name: '导出', exact: true }).click();
    await dialog(page).getByText('筛选结果（10,000+ 家）').waitFor();
    await dialog(page).getByRole('button', { name: '导出', exact: true }).click();
    await page.getByText('正在后台导出 10,000+ 家').waitFor();
    const task = page.getByRole('list', { name: '我的任务' }).getByRole('listitem', { name: '导出企业清单' }).first();
    await task.getByText('已完成', { exact: true }).waitFor({ timeout: 60_000 });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      task.getByRole('button', { name: '下载文件' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  }, 240_000);

  it('is offered to people who may edit but not create enterprises @deep', async () => {
    await app.sql(
      `with made as (insert into role (tenant_id, id, code, name) values ('1', gen_random_uuid(), 'ROLE_KEEPER', '档案员') returning id),
         person as (insert into app_user (tenant_id, id, username, nick_name, type, password_hash, demo)
           select tenant_id, gen_random_uuid(), 'keeper1', '档案员', type, password_hash, true from app_user
           where tenant_id = '1' and username = 'regulator1' returning id),
         given as (insert into role_permit (tenant_id, role_id, permit) select '1', made.id, permit
           from made, unnest(array['bus:enterprise:index', 'bus:enterprise:get', 'bus:enterprise:edit']) permit)
       insert into user_role (tenant_id, user_id, role_id) select '1', person.id, made.id from person, made`,
    );
    const { page } = await browser.enter('keeper1', list);
    await tick(page, 1);
    await expect.poll(() => statusText(page)).toBe('已选 1 家');
    expect(await front(page).getByRole('button', { name: '新增企业' }).count()).toBe(0);
    const before = await count(`'model' = any(labels)`);
    await bar(page).getByRole('button', { name: '移除标签' }).waitFor();
    await bar(page).getByRole('button', { name: '添加标签' }).click();
    const dialog = page.getByRole('dialog', { name: /^批量添加标签 · 1 家企业$/ });
    await dialog.getByRole('combobox', { name: '企业标签' }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: '样板企业', visible: true }).first().click();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: '开始' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await newestTask(page, '批量添加标签');
    expect(await count(`'model' = any(labels)`)).toBeGreaterThanOrEqual(before);
  }, 240_000);

  it('selects rows that a phone shows as cards @deep', async () => {
    const { page } = await browser.enter('regulator1', list, { size: { width: 390, height: 844 } });
    const cards = front(page).locator('.list-cards');
    await cards.getByRole('checkbox').first().check();
    await expect.poll(() => statusText(page)).toBe('已选 1 家');
    await front(page).getByRole('checkbox', { name: '选择本页全部' }).check();
    await expect.poll(() => statusText(page)).toBe('已选 20 家');
    await bar(page).getByRole('button', { name: '清空' }).click();
    await bar(page).waitFor({ state: 'detached' });
  }, 240_000);
});
