import type { Page } from 'playwright-core';
import { describe, expect, it, vi } from 'vitest';
import { totpCode } from '../apps/server/testing/totp.ts';
import { follow, front, type Person } from './people.ts';
import { openStage } from './app-and-browser.ts';

// Long timeout: two people check many pages each, on a machine that may be three times slower.
vi.setConfig({ testTimeout: 240_000 });

const { app, browser } = await openStage();

const reason = '按等级保护测评要求';
const password = 'Anlan@2026';

const account = (username: string, name: string, role: string | null) =>
  app.sql(
    `with person as (insert into app_user (tenant_id, id, username, nick_name, type, password_hash, demo, organ_id)
       select tenant_id, gen_random_uuid(), $1, $2, type, password_hash, true, organ_id from app_user
       where tenant_id = '2' and username = 'admin2' returning id)
     insert into user_role (tenant_id, user_id, role_id)
       select '2', person.id, role.id from person, role where role.tenant_id = '2' and role.code = $3`,
    [username, name, role],
    '2',
  );

async function openShield(page: Page) {
  await front(page)
    .getByRole('button', { name: /等级保护三级/ })
    .click();
  const dialog = page.getByRole('dialog', { name: '等级保护三级' });
  await dialog.getByRole('list', { name: '三员' }).waitFor();
  return dialog;
}

async function give(page: Page, name: string, removedRoles: string[], addedRoles: string[]) {
  await follow(page, `/upms/user/index?keyword=${encodeURIComponent(name)}`);
  await front(page)
    .getByRole('button', { name: `授予角色 ${name}`, exact: true })
    .click();
  const dialog = page.getByRole('dialog', { name: `授予角色“${name}”` });
  for (const role of removedRoles)
    await dialog
      .locator('.ant-select-selection-item', { hasText: role })
      .locator('.ant-select-selection-item-remove')
      .click();
  for (const role of addedRoles) {
    await dialog.getByLabel('角色').fill(role);
    await page.locator('.ant-select-item-option', { hasText: role }).first().click();
    await dialog.getByLabel('角色').fill('');
    // Closes the list of roles, which may cover the button.
    await dialog.locator('.ant-drawer-title').click();
  }
  await dialog.getByRole('button', { name: '授予角色' }).click();
  return dialog;
}

async function enrol({ page }: Person) {
  await page.waitForURL('**/enrol');
  await page.getByText('您的单位要求两步验证').waitFor();
  await page.getByRole('button', { name: '开始设置' }).click();
  const dialog = page.getByRole('dialog', { name: '启用两步验证' });
  await dialog.getByLabel('登录密码').fill(password);
  await dialog.getByRole('button', { name: '下一步' }).click();
  await dialog.locator('.info-scan svg').first().waitFor();
  const secret = (await dialog.locator('.info-secret').innerText()).replace(/\s/g, '');
  await dialog.getByLabel(/动态码/).fill(totpCode(secret, new Date()));
  await dialog.getByRole('button', { name: '验证并启用' }).click();
  await dialog.getByRole('button', { name: '我已保存' }).click();
  await page.getByRole('tab', { name: '首页' }).waitFor();
}

describe('S77 division of the administration among three people', () => {
  it('replaces one administrator by three without shared duties', async () => {
    // Removes the administrator role that this person also has in the demonstration.
    await app.sql(
      `delete from user_role r using app_user u where u.tenant_id = '2' and u.username = 'finance2'
         and r.tenant_id = u.tenant_id and r.user_id = u.id`,
      [],
      '2',
    );
    await account('safe2', '安全管理员甲', 'ROLE_SECURITY_ADMIN');
    await account('log2', '审计管理员甲', null);
    const safe = await browser.enter('safe2', '/upms/role/index');
    const { page } = safe;
    for (const name of ['系统管理员', '安全管理员', '审计管理员'])
      await front(page)
        .getByRole('row', { name: new RegExp(name) })
        .getByText('三员', { exact: true })
        .waitFor();

    // The change is refused while one person has all three duties; the message names the person.
    safe.expectStatus(400, 403);
    const first = await openShield(page);
    await first.getByText('租户管理员 兼任系统管理员、安全管理员、审计管理员').waitFor();
    await first.getByLabel('启用原因').fill(reason);
    await first.getByRole('button', { name: '启用', exact: true }).click();
    await first.getByLabel('您的登录密码').fill(password);
    await first.getByRole('button', { name: '验证并启用' }).click();
    await first.getByText(/有人兼任，请先调整角色再启用：租户管理员/).waitFor();
    expect(await first.getByLabel('启用原因').inputValue()).toBe(reason);
    await first.getByRole('button', { name: /取\s*消/ }).click();

    // A person who may delegate can grant permits that they do not have.
    await (await give(page, '租户管理员', ['租户管理员'], ['系统管理员', '监管人员'])).waitFor({ state: 'hidden' });
    await (await give(page, '审计管理员甲', [], ['审计管理员'])).waitFor({ state: 'hidden' });

    // The auditor sees only the log.
    const audit = await browser.enter('log2', '/upms/log/index');
    await front(audit.page)
      .getByText(/共 [\d,]+ 条/)
      .waitFor();
    // The auditor can find people by name, although the auditor has no list of accounts.
    await front(audit.page).getByRole('searchbox', { name: '人员姓名' }).fill('安全管理');
    await expect.poll(() => new URL(audit.page.url()).searchParams.get('userName')).toBe('安全管理');
    const names = front(audit.page).locator('tbody tr[data-row-key] td:nth-child(2)');
    await expect
      .poll(async () => [...new Set((await names.allInnerTexts()).map((text) => text.trim()))])
      .toEqual(['安全管理员甲']);

    const side = audit.page.getByRole('complementary', { name: '侧边菜单' }).getByRole('link');
    expect((await side.allInnerTexts()).map((text) => text.trim())).toEqual(['日志']);

    audit.expectStatus(403);
    let menuCalls = 0;
    audit.page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/upms/menu') menuCalls += 1;
    });
    await follow(page, '/upms/role/index');
    const second = await openShield(page);
    await second.getByLabel('启用原因').fill(reason);
    await second.getByRole('button', { name: '启用', exact: true }).click();

    // From now on everybody needs a second factor, also in running sessions. Requests are not repeated in the meantime.
    await enrol(safe);
    await audit.page.waitForURL('**/enrol');
    expect(menuCalls).toBeLessThanOrEqual(2);
    await enrol(audit);

    await follow(page, '/upms/role/index');
    await front(page).getByRole('button', { name: '等级保护三级：已启用' }).waitFor();
    const refused = await give(page, '审计管理员甲', [], ['系统管理员']);
    await refused.getByText('已启用等级保护三级，一人不能兼任：审计管理员甲（系统管理员和审计管理员）').waitFor();
  });
});
