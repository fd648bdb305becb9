import { describe, expect, it } from 'vitest';
import { dialog, field } from './forms.ts';
import { front, listStatus } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

describe('warnings about documents', () => {
  it('RT-20 disappear after an enterprise renews an expired document', async () => {
    const { page } = await browser.enter('entadmin1', '/bus/enterprisewarn/index');
    const list = front(page);
    await list.getByRole('heading', { name: '风险预警' }).waitFor();
    const views = list.getByRole('group', { name: '预警视图' });
    await views.getByRole('button', { name: /^已过期/ }).click();
    const entry = page.getByRole('complementary', { name: '侧边菜单' }).locator('a', { hasText: '风险预警' });
    const dot = async () => Number(/\d+/.exec((await entry.textContent()) ?? '')?.[0] ?? 0);
    await expect.poll(dot).toBeGreaterThan(0);
    const before = await dot();
    const [item] = await app.sql<{ id: string; name: string; validTo: string }>(
      `select w.id, w.item_name as name, w.valid_to::text as "validTo" from warning w
       join user_enterprise b on b.tenant_id = w.tenant_id and b.enterprise_id = w.enterprise_id
       join app_user u on u.id = b.user_id and u.username = 'entadmin1'
       where w.level = 'expired' and w.origin = 'entered' and w.removed_at is null
         and w.enterprise_id = (select min(enterprise_id::text)::uuid from user_enterprise where user_id = u.id)
       order by w.valid_to, w.id limit 1`,
    );
    const { id = '', name = '', validTo = '' } = item ?? {};
    await list.getByRole('button', { name: `处理 ${name}` }).click();
    await dialog(page).getByText(`原有效期至 ${validTo}`).waitFor();
    await dialog(page).getByRole('button', { name: '处理', exact: true }).click();
    await dialog(page).getByText('请上传新证照影像').first().waitFor();
    await field(page, '新的有效期至').fill('2031-06-30');
    await page.keyboard.press('Enter');
    await dialog(page).locator('input[type=file]').first().setInputFiles('apps/server/data/demo-licence.png');
    await dialog(page)
      .getByRole('button', { name: /^查看 / })
      .waitFor();
    await dialog(page).getByRole('button', { name: '处理', exact: true }).click();
    await page.getByText('已处理', { exact: true }).first().waitFor();
    await expect.poll(async () => list.locator('tbody').textContent()).not.toContain(name);
    await expect.poll(dot).toBe(before - 1);

    await views.getByRole('button', { name: '到期台账' }).click();
    await list.getByRole('searchbox').fill(name);
    await expect.poll(() => listStatus(page)).toContain('共 1 条');
    await list.getByRole('button', { name: `历次证照 ${name}` }).click();
    await dialog(page).getByText(`有效期至 ${validTo}`).waitFor();
    await dialog(page).getByText('有效期至 2031-06-30').waitFor();
    const [row] = await app.sql<{ level: string | null; edition: number }>(
      'select level, edition from warning where id = $1',
      [id],
    );
    expect(row?.level).toBeNull();
  });
});
