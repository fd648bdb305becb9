// Two people change one enterprise: the second person is informed and can continue (CA-13).
import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { dialog } from './forms.ts';
import { choose, front } from './people.ts';
import { openStage } from './app-and-browser.ts';
import { openFirms } from './unused-enterprises.ts';

// Long timeout, because several people sign in within one test.
vi.setConfig({ testTimeout: 180_000 });

const { app, browser } = await openStage();

const list = '/bus/enterprise/index';
const dossier = (id: string) => `/bus/enterprise/dossier?id=${id}`;
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
const one = openFirms(app);
const conflictMessage = (page: Page) => page.getByText('内容已被他人修改').first();
const statusOf = async (id: string) =>
  (await app.sql<{ status: string }>('select status from enterprise where id = $1', [id]))[0]?.status;

describe('an enterprise that another person has changed @deep', () => {
  const changed = (id: string, name: string) =>
    app.sql('update enterprise set version = version + 1, name = $2 where id = $1', [id, name]);

  it('can be merged after the user opens the comparison again', async () => {
    const [keep, drop] = [await one('active'), await one('active')];
    const names = ['澜岸二次试验化工（滨江）有限公司', '澜岸二次试验化工(滨江)有限责任公司'] as const;
    await changed(keep.id, names[0]);
    await changed(drop.id, names[1]);
    const { page, expectStatus } = await browser.enter('regulator1', '/bus/enterprise/duplicates');
    expectStatus(409);
    const group = front(page).getByRole('region', { name: /名称写法相近 澜岸二次试验化工/ });
    await group.getByRole('button', { name: '对比' }).click();
    await changed(drop.id, names[1]);
    await press(page, '合并');
    await dialog(page).getByText('其中一家刚刚被他人修改过，请关闭后重新对比').waitFor();
    await press(page, '取消');
    await dialog(page).waitFor({ state: 'detached' });
    await group.getByRole('button', { name: '对比' }).click();
    await press(page, '合并');
    await page.getByText(/已合并到“澜岸二次试验化工/).waitFor();
  });

  it('can be activated or removed at the second attempt', async () => {
    const { id, name } = await one('draft');
    await app.sql(`update enterprise set source = 'import' where id = $1`, [id]);
    const { page, expectStatus } = await browser.enter('regulator1', `${list}?keyword=${encodeURIComponent(name)}`);
    expectStatus(409);
    const more = (of: string) => front(page).getByRole('button', { name: `更多操作 ${of}`, exact: true });
    const ask = async (of: string, label: string) => {
      await more(of).click();
      await choose(page, label);
    };
    await more(name).waitFor();
    await changed(id, `${name}一`);
    await ask(name, '启用');
    await conflictMessage(page).waitFor();
    await ask(`${name}一`, '启用');
    await page.getByText('已启用', { exact: true }).waitFor();

    await app.sql(`update enterprise set status = 'draft' where id = $1`, [id]);
    // Deletes all rows that reference the enterprise, because any of them prevents its removal.
    for (const table of [
      'danger',
      'inspection',
      'inspection_plan',
      'enforcement',
      'risk_check',
      'risk_point',
      'risk_plan',
      'staff_report',
      'training_plan',
      'learning_task',
      'course',
      'question',
      'vehicle',
      'equipment',
      'hazard_source',
      'shift',
      'health_task',
      'class_session',
      'report',
      'emergency_plan',
      'drill',
      'accident',
      'safety_cost',
      'safety_cost_year',
      'document',
    ])
      await app.sql(`update ${table} set removed_at = now() where enterprise_id = $1`, [id]);
    await page.reload();
    await more(`${name}一`).waitFor();
    await changed(id, `${name}二`);
    await ask(`${name}一`, '删除');
    await press(page, '删除');
    await conflictMessage(page).waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    await ask(`${name}二`, '删除');
    await press(page, '删除');
    await page.getByText(`已删除“${name}二”`).waitFor();
  });
});

describe('a later action of a second person on the same enterprise @deep', () => {
  it('keeps the officer that the first person assigned', async () => {
    const { id } = await one('active');
    await app.sql('update enterprise set officer_id = null where id = $1', [id]);
    const { page, expectStatus } = await browser.enter('regulator1', dossier(id));
    expectStatus(409);
    await front(page).getByRole('button', { name: '更多', exact: true }).click();
    await choose(page, '区划迁移');
    await dialog(page).getByLabel('乡镇街道').fill('长河街道');
    await dialog(page).getByLabel('迁移原因').fill('办公地点搬迁');
    await app.sql(
      `update enterprise set version = version + 1, officer_id =
         (select id from app_user where tenant_id = '1' and username = 'admin1') where id = $1`,
      [id],
    );
    await press(page, '区划迁移');
    await conflictMessage(page).waitFor();
    await press(page, '仍区划迁移');
    await page.getByText('已迁移', { exact: true }).waitFor();
    const [row] = await app.sql<{ town: string; officer: string }>(
      `select town, (select username from app_user where id = officer_id) as officer from enterprise where id = $1`,
      [id],
    );
    expect(row).toEqual({ town: '长河街道', officer: 'admin1' });
  });

  it('is refused without losing the input of the second person', async () => {
    const { id } = await one('underReview');
    const first = await browser.enter('regulator1', dossier(id));
    const second = await browser.enter('admin1', dossier(id));
    second.expectStatus(409);
    const decided: number[] = [];
    second.page.on('response', (answer) => {
      if (/\/bus\/enterprise\/(approve|reject)$/.test(answer.url())) decided.push(answer.status());
    });
    await front(second.page).getByRole('button', { name: '驳回', exact: true }).click();
    const reason = dialog(second.page).getByLabel('驳回原因');
    await reason.fill('资料不全，请补充');
    await front(first.page).getByRole('button', { name: '通过', exact: true }).click();
    await press(first.page, '通过');
    await first.page.getByText('已通过', { exact: true }).first().waitFor();
    await press(second.page, '驳回');
    await conflictMessage(second.page).waitFor();
    expect(await reason.inputValue()).toBe('资料不全，请补充');
    expect(await statusOf(id)).toBe('active');
    // Nothing offers a second attempt, because the state of the row forbids it.
    await dialog(second.page).getByText('现在不能驳回，您的内容不能再保存，可以先抄录下来').waitFor();
    expect(await dialog(second.page).getByRole('button', { name: '仍驳回' }).count()).toBe(0);
    expect(decided).toEqual([409]);
  });

  it('is refused with the reason when the enterprise is already suspended', async () => {
    const { id } = await one('active');
    const first = await browser.enter('regulator1', dossier(id));
    const second = await browser.enter('admin1', dossier(id));
    second.expectStatus(409);
    for (const { page } of [first, second]) {
      await front(page).getByRole('button', { name: '停产停业', exact: true }).click();
      await dialog(page).getByLabel('停产类型').click();
      await page.locator('.ant-select-item-option').filter({ hasText: '停业', visible: true }).click();
      await dialog(page).getByLabel('停产原因').fill('设备检修停业一个月');
    }
    await press(first.page, '停产停业');
    await first.page.getByText('已停产停业', { exact: true }).waitFor();
    await press(second.page, '停产停业');
    await conflictMessage(second.page).waitFor();
    await dialog(second.page).getByText('这家企业现在不能停产停业').waitFor();
    expect(await dialog(second.page).getByLabel('停产原因').inputValue()).toBe('设备检修停业一个月');
  });
});
