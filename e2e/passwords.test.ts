import { describe, expect, it } from 'vitest';
import { look, widths } from './screen-checks.ts';
import { fillSignIn } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

describe.each(widths())('passwords of a protected tenant, $name (S03) @deep', ({ name, ...how }) => {
  it('must be changed after they expire', async () => {
    const username = name === '390' ? 'regulator2' : 'admin2';
    await app.sql(`update tenant set mlps3 = true where tenant_id = '2'`, [], '2');
    await app.sql(
      `update app_user set password_changed_at = now() - interval '91 days' where username = $1`,
      [username],
      '2',
    );
    const person = await browser.stranger(how);
    // Expects 400 for a password used before. A rate limit response is no fault either.
    person.expectStatus(400);
    const { page } = person;
    await page.goto('/login');
    await fillSignIn(page, username);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL('**/password');
    const save = async (old: string, wanted: string) => {
      await page.getByLabel('现在的密码', { exact: true }).fill(old);
      await page.getByLabel('新密码', { exact: true }).fill(wanted);
      await page.getByLabel('再次输入新密码', { exact: true }).fill(wanted);
      await page.getByRole('button', { name: '保存并继续' }).click();
    };
    await look(person, name, {
      'password-old': async () => {
        await page.getByText('您的密码已到期，修改后才能继续使用').waitFor();
        await page.getByText('不能与最近 5 次用过的密码相同，每 90 天更换一次').waitFor();
        await save('Anlan@2026', '潮起江南-望海-听涛');
        await page.getByText('密码须含大写字母、小写字母、数字、符号中的至少三种').waitFor();
      },
    });
    expect(await page.getByLabel('新密码', { exact: true }).inputValue()).toBe('潮起江南-望海-听涛');
    await save('Anlan@2026', 'Chaoqi-Jiangnan 2026');
    await page.waitForURL('**/enrol');
    await page.getByText('您的单位要求两步验证').waitFor();
  });
});

it('shows the password rule of a protected tenant at registration (S03) @deep', async () => {
  await app.sql(`update tenant set mlps3 = true where tenant_id = '2'`, [], '2');
  const { page } = await browser.stranger();
  await page.goto('/register?tenantId=1');
  await page.getByText('8 至 128 个字符，不限种类').waitFor();
  await page.goto('/register?tenantId=2');
  await page.getByText('大写字母、小写字母、数字、符号至少含三种').waitFor();
});
