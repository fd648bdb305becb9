import { describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { dialog, field } from './forms.ts';
import { choose, fillSignIn, front, goTo, listStatus } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

const table = (page: Page) => front(page).locator('tbody');
const more = async (page: Page, name: string, action: string) => {
  await front(page)
    .getByRole('button', { name: `更多操作 ${name}` })
    .click();
  await choose(page, action);
};

describe('people (CA-05)', () => {
  it('are created, disabled and deleted by an administrator', async () => {
    const { page } = await browser.enter('admin1');
    await goTo(page, '系统', '用户');
    await expect.poll(() => listStatus(page)).toContain('共 18 条');
    await front(page).getByRole('button', { name: '新增用户' }).click();
    await dialog(page).getByRole('button', { name: '保存' }).click();
    await dialog(page).getByText('请输入用户名').waitFor();
    await field(page, '用户名').fill('changan');
    await field(page, '姓名').fill('欧阳长安');
    await field(page, '手机号码').fill('19900008888');
    await field(page, '角色').click();
    await page.locator('.ant-select-item-option').filter({ hasText: '监管人员', visible: true }).click();
    await page.keyboard.press('Escape');
    await dialog(page).getByRole('button', { name: '保存' }).click();
    const password = (await dialog(page).locator('code').textContent()) ?? '';
    expect(password).toMatch(/^[A-Za-z2-9]{16}$/);
    await dialog(page).getByRole('button', { name: '我已记下' }).click();
    await front(page)
      .getByRole('searchbox', { name: /手机号/ })
      .fill('19900008888');
    await expect.poll(() => listStatus(page)).toContain('共 1 条');
    await expect.poll(() => table(page).textContent()).toContain('待改密');
    expect(await table(page).textContent()).toContain('199****8888');

    // Expects 403, because a new person must first change the password.
    const newcomer = await browser.stranger();
    newcomer.expectStatus(403);
    await newcomer.page.goto('/login');
    await fillSignIn(newcomer.page, 'changan', password);
    await newcomer.page.getByRole('button', { name: '登录', exact: true }).click();
    await newcomer.page
      .getByText(/修改密码|新密码/)
      .first()
      .waitFor();
    await newcomer.leave();

    await more(page, '欧阳长安', '重置密码');
    await dialog(page).getByText('所有登录同时结束').waitFor();
    // The password appears before the list is loaded again. Later actions need the new state of the account.
    const fresh = page.waitForResponse((response) => response.url().includes('/upms/user/page'));
    await dialog(page).getByRole('button', { name: '重置密码' }).click();
    await expect.poll(() => dialog(page).locator('code').textContent()).not.toBe(password);
    await (await fresh).finished();
    await dialog(page).getByRole('button', { name: '我已记下' }).click();
    await front(page).getByRole('button', { name: '停用 欧阳长安' }).click();
    await dialog(page).getByRole('button', { name: '停用' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await front(page).getByRole('button', { name: '启用 欧阳长安' }).waitFor();
    await more(page, '欧阳长安', '删除');
    await dialog(page).getByText('不能恢复').waitFor();
    await dialog(page).getByRole('button', { name: '删除' }).click();
    await front(page).getByText('没有符合筛选条件的记录').waitFor();
  });

  it('can have a lost second factor removed by an administrator @deep', async () => {
    const { page, expectStatus } = await browser.enter('admin1', '/upms/user/index');
    await more(page, '林知远', '解除两步验证');
    await dialog(page).getByLabel('解除原因').fill('手机遗失，已当面核实');
    expectStatus(400, 403);
    await dialog(page).getByRole('button', { name: '解除两步验证' }).click();
    await dialog(page).getByLabel('您的登录密码').fill('Anlan@2026');
    await dialog(page).getByRole('button', { name: '验证并解除' }).click();
    await dialog(page).getByText('该用户没有启用两步验证').waitFor();
    await app.sql(
      `insert into second_factor (tenant_id, user_id, secret, enabled_at)
       select tenant_id, id, 'sealed', now() from app_user where username = 'regulator1'`,
    );
    await dialog(page).getByRole('button', { name: '验证并解除' }).click();
    await page.getByText('已解除“林知远”的两步验证').waitFor();
    expect(await app.sql('select 1 from second_factor')).toEqual([]);
  });

  it('are approved for the selected enterprise after registration', async () => {
    await app.sql(
      `update app_user set approval = 'pending', claimed_enterprise = '浪花客运' where tenant_id = '1' and username = 'demoent1'`,
    );
    const { page } = await browser.enter('admin1', '/upms/user/index');
    await front(page).getByRole('link', { name: '待审核 1 人' }).click();
    await expect.poll(() => listStatus(page)).toContain('共 1 条');
    await front(page).getByRole('button', { name: '审核 演示企业员' }).click();
    await dialog(page).getByText('自填单位：浪花客运').waitFor();
    await dialog(page).getByRole('button', { name: '审核' }).click();
    await dialog(page).getByText('请选择该用户所属的企业').waitFor();
    await dialog(page).getByText('驳回', { exact: true }).click();
    await dialog(page).getByRole('textbox', { name: '原因' }).fill('单位名称与营业执照不符');
    await dialog(page).getByRole('button', { name: '审核' }).click();
    await front(page).getByText('没有符合筛选条件的记录').waitFor();
    const [row] = await app.sql(`select approval from app_user where tenant_id = '1' and username = 'demoent1'`);
    expect(row).toEqual({ approval: 'rejected' });
  });

  it('are visible to an enterprise administrator only as own staff @deep', async () => {
    const { page } = await browser.enter('entadmin1');
    await goTo(page, '系统', '企业员工');
    await expect.poll(() => listStatus(page)).toMatch(/共 [1-7] 条/);
    expect(await table(page).textContent()).not.toContain('监管');
    await front(page).getByRole('button', { name: '新增员工' }).click();
    await field(page, '用户名').fill('staff-one');
    await field(page, '姓名').fill('一位姓名特别特别长而且还没有写完的企业员工同志');
    await field(page, '手机号码').fill('19900007777');
    expect(await dialog(page).getByLabel('用户类型').count()).toBe(0);
    await dialog(page).getByRole('button', { name: '保存' }).click();
    await dialog(page).getByRole('button', { name: '我已记下' }).click();
    await expect.poll(() => table(page).textContent()).toContain('staff-one');
  });

  it('are limited to the number of accounts that the enterprise may have', async () => {
    const entadmin = await browser.enter('entadmin2');
    const { page } = entadmin;
    // The page still polls a function that the new membership plan does not include.
    entadmin.expectStatus(400, 403);
    // Removes the memberships, and sets the limit to the number of open accounts.
    await app.sql(`delete from membership`, [], '2');
    const [row] = await app.sql<{ open: number }>(
      `select count(*)::int as open from user_enterprise b join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id
       where b.tenant_id = '2' and u.lock_flag = '0' and u.deleted_at is null and b.enterprise_id =
         (select last_enterprise_id from app_user where tenant_id = '2' and username = 'entadmin2')`,
      [],
      '2',
    );
    const most = Math.max(5, row?.open ?? 0);
    await app.sql(
      `insert into tenant_setting (tenant_id, version, setting, updated_at) values ('2', 1, $1, now())
       on conflict (tenant_id) do update set setting = tenant_setting.setting || excluded.setting`,
      [{ 'membership.baseSeats': most }],
      '2',
    );
    await goTo(page, '系统', '企业员工');
    await front(page).getByText(`名额 ${most} 个`).waitFor();
    const add = async (at: number) => {
      await front(page).getByRole('button', { name: '新增员工' }).click();
      await field(page, '用户名').fill(`seat-${at}`);
      await field(page, '姓名').fill('增员');
      await field(page, '手机号码').fill(`1990000666${at}`);
      await dialog(page).getByRole('button', { name: '保存' }).click();
    };
    for (let at = row?.open ?? 0; at < most; at += 1) {
      await add(at);
      await dialog(page).getByRole('button', { name: '我已记下' }).click();
    }
    await front(page).getByText('名额已用完').waitFor();
    await add(9);
    await page.getByText(`账号名额已用完：已开通 ${most} / ${most} 个`).first().waitFor();
  });

  it('have a role filter that offers a retry when the roles cannot be loaded @deep', async () => {
    const { page, expectStatus } = await browser.enter('admin1');
    expectStatus(503);
    const roles = '**/upms/role/list*';
    await page.route(roles, (route) => route.fulfill({ status: 503, json: { code: 1, msg: '稍后再试', data: null } }));
    await goTo(page, '系统', '用户');
    await front(page).getByRole('combobox', { name: '角色' }).click();
    const none = page.locator('.none-found').filter({ visible: true });
    await none.getByText('没有读到').waitFor();
    await page.unroute(roles);
    await none.getByRole('button', { name: '重试' }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: '监管人员', visible: true }).waitFor();
  });
});
