import { describe, expect, it } from 'vitest';
import { follow, front, goTo, signIn } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();
const { browser: gate } = await openStage({ encrypt: true });

describe('each kind of person', () => {
  it('shows enterprise staff only their own enterprise', async () => {
    const { page, expectStatus } = await browser.enter('entadmin1');
    const [own] = await app.sql<{ id: string; name: string }>(
      `select e.id, e.name from enterprise e join user_enterprise b on b.enterprise_id = e.id
         join app_user u on u.id = b.user_id where u.username = 'entadmin1' and e.tenant_id = '1'`,
    );
    const [other] = await app.sql<{ id: string; name: string }>(
      "select id, name from enterprise where tenant_id = '1' and id <> $1 limit 1",
      [own?.id],
    );
    await goTo(page, '企业', '本企业信息');
    await front(page)
      .getByRole('heading', { name: own?.name ?? '' })
      .waitFor();
    expect(await page.getByRole('link', { name: '企业管理' }).count()).toBe(0);
    await front(page).getByRole('button', { name: '编辑', exact: true }).click();
    await page.getByLabel('简称').fill('自家');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('已保存').waitFor();
    await expect.poll(() => front(page).locator('.kit-history').first().textContent()).toContain('自家');
    expectStatus(404, 403);
    await follow(page, `/bus/enterprise/dossier?id=${other?.id}`);
    await front(page).getByRole('button', { name: '重试' }).waitFor();
    expect(await page.getByText(other?.name ?? '').count()).toBe(0);
    await page.goto('/bus/enterprise/index');
    await page.waitForURL('**/404');
  });

  it('CA-13 shows a regulator the submission rate of monthly reports @deep', async () => {
    const { page } = await browser.enter('regulator1');
    await front(page)
      .getByRole('link', { name: /^监管企业/ })
      .waitFor();
    await front(page).getByText('月报上报率', { exact: true }).waitFor();
    expect(await front(page).locator('.many .tile').allTextContents()).toHaveLength(8);
  });

  it('shows the platform the number of tenants and people, but no enterprise @deep', async () => {
    const { page } = await browser.enter('platform');
    await front(page).locator('h1').waitFor();
    const [{ n } = { n: 0 }] = await app.sql<{ n: number }>('select count(*)::int as n from brand', [], '0');
    expect(n).toBe(4);
    await expect.poll(() => front(page).textContent()).toMatch(/租户\s*4/);
    const { tenants, people } = await page.evaluate(async () => {
      const of = (label: string) =>
        [...document.querySelectorAll('.tile')].find((tile) => tile.textContent?.startsWith(label))?.querySelector('b');
      return {
        tenants: Number.parseInt(of('租户')?.textContent ?? '', 10),
        people: Number.parseInt(of('用户')?.textContent ?? '', 10),
      };
    });
    await front(page).getByRole('link', { name: /^租户/ }).click();
    await front(page).getByText(`共 ${tenants} 条`).waitFor();
    await front(page)
      .locator('tbody tr:not([aria-hidden])')
      .nth(tenants - 1)
      .waitFor();
    const column = await front(page).locator('thead th').allTextContents();
    const at = column.findIndex((title) => title.trim() === '用户');
    const counts = await front(page)
      .locator(`tbody tr:not([aria-hidden]) td:nth-child(${at + 1})`)
      .allTextContents();
    expect(counts.reduce((sum, text) => sum + Number(text), 0)).toBe(people);
    await follow(page, '/wel/index');
    await front(page).getByRole('button', { name: /^任务/ }).click();
    await page.getByRole('dialog', { name: '任务' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('navigation', { name: '顶部菜单' }).getByText('企业').count()).toBe(0);
  });

  it('lets an enterprise open its own dossier from the numbers on its home page (RT-16) @deep', async () => {
    const { page } = await browser.enter('entadmin1');
    for (const link of [/^资料齐全率/, '查看档案']) {
      await front(page).getByRole('link', { name: link }).click();
      await page.waitForURL('**/bus/enterprise/mine');
      await follow(page, '/wel/index');
    }
  });

  it('shows a home page to a shop user @deep', async () => {
    const { page } = await browser.enter('shop1');
    await front(page).getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('navigation', { name: '顶部菜单' }).getByRole('button').allTextContents()).toEqual([
      '工作台',
      '商城',
    ]);
  });

  it('lets a demo user only read: 演示账号，不能操作。', async () => {
    const { page, expectStatus } = await browser.enter('demo1', '/bus/enterprise/index');
    expectStatus(403, 400);
    await front(page)
      .getByText(/共 [\d,]+ 条/)
      .waitFor();
    await front(page)
      .getByRole('button', { name: /^编辑 / })
      .first()
      .click();
    await page.getByLabel('简称').fill('不行');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('演示账号，不能操作。').first().waitFor();
    expect(await page.getByLabel('简称').inputValue()).toBe('不行');
  });
});

describe('encrypted responses', () => {
  it('allow the same work as unencrypted responses', async () => {
    const { page } = await gate.stranger();
    const shapes = new Set<string>();
    await page.route('**/bus/enterprise/page*', async (route) => {
      const response = await route.fetch();
      shapes.add(Object.keys(await response.json()).join());
      await route.fulfill({ response });
    });
    await signIn(page, 'regulator2');
    await goTo(page, '企业', '企业管理');
    await front(page)
      .getByText(/共 [\d,]+ 条/)
      .waitFor();
    expect([...shapes]).toEqual(['code,msg,encryptStr']);
    await page.unrouteAll({ behavior: 'wait' });
    await front(page)
      .getByRole('button', { name: /^编辑 / })
      .first()
      .click();
    await page.getByLabel('简称').fill('密文');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('已保存').waitFor();
    await gate.closeAll();
  });
});
