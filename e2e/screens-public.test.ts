import { createHash } from 'node:crypto';
import { it } from 'vitest';
import { atEachWidth, look, walker } from './screen-checks.ts';
import { choose } from './people.ts';
import { openStage } from './app-and-browser.ts';

const nobody = { url: 'ldap://127.0.0.1:1', bindDn: 'cn=a', bindPassword: 'x', baseDn: 'dc=a' };
const directories = ['区政务云统一目录', '临澜区应急管理局内部网络目录'].map((name, at) => ({
  id: `d${at}`,
  name,
  ...nobody,
}));
const { app, browser } = await openStage({ simulator: true, directories });

atEachWidth((width) => {
  it('public pages pass the axe and width checks', async () => {
    const person = await browser.stranger(width);
    const { page } = person;
    const errorPage = async (code: string) => {
      await page.goto(`/${code}`);
      await page.getByRole('heading').waitFor();
    };
    await look(person, width.name, {
      login: async () => {
        await page.goto('/login');
        await page.getByRole('button', { name: '登录' }).waitFor();
      },
      'login-open': () => page.getByRole('combobox', { name: '单位' }).click(),
      'login-phone': async () => {
        await page.keyboard.press('Escape');
        await page.getByRole('tab', { name: '短信验证码' }).click();
        await page.getByRole('button', { name: '登录', exact: true }).click();
        await page.getByText('手机号码不能为空').waitFor();
      },
      register: async () => {
        await page.goto('/register');
        await page.getByRole('button', { name: '提交注册' }).click();
        await page.getByText('姓名不能为空').waitFor();
      },
      'find-phone': async () => {
        await page.goto('/findPhone/index');
        await page.getByRole('button', { name: '查询' }).click();
        await page.getByText('企业名称不能为空').waitFor();
      },
      'set-password': async () => {
        // Creates the state after an approved application: an account without a password, and a link to set one.
        await app.sql('delete from password_link');
        await app.sql(
          `insert into app_user (tenant_id, id, username, nick_name, type) values ('1', gen_random_uuid(), $1, '沈安然', 'enterprise')`,
          [`9133010${width.name}`],
        );
        await app.sql(
          `insert into password_link (tenant_id, hash, user_id, ends_at)
           select tenant_id, $1, id, now() + interval '1 hour' from app_user where tenant_id = '1' and username = $2`,
          [createHash('sha256').update('shown').digest('base64url'), `9133010${width.name}`],
        );
        await page.goto('/setpassword#shown');
        await page.getByRole('button', { name: '保存并进入' }).click();
        await page.getByText('请输入密码').waitFor();
      },
      'set-password-gone': async () => {
        person.expectStatus(404);
        await page.goto('/guide');
        await page.goto('/setpassword#gone');
        await page.getByRole('heading', { name: '链接打不开' }).waitFor();
      },
      guide: async () => {
        await page.goto('/guide');
        await page.getByRole('heading', { name: '常见问题' }).waitFor();
      },
      apply: async () => {
        await page.goto('/bus/enterprise/apply');
        await page.getByRole('heading').first().waitFor();
      },
      sys: async () => {
        await page.goto('/sys?tenantId=1');
        await page.frameLocator('iframe').getByRole('button', { name: '扫码' }).waitFor();
      },
      'sys-refused': async () => {
        await page.frameLocator('iframe').getByRole('button', { name: '扫码' }).click();
        await page.frameLocator('iframe').getByRole('button', { name: '拒绝' }).click();
        await page.getByText('您在微信上拒绝了登录').waitFor();
      },
      adindex: async () => {
        await page.goto('/adindex?tenantId=1');
        await page.getByRole('button', { name: '登录', exact: true }).click();
        await page.getByText('请输入用户名').waitFor();
      },
      authredirect: async () => {
        await page.goto('/authredirect');
        await page.getByText('没有可用的登录结果').waitFor();
      },
      units: async () => {
        await page.goto('/upms/tenant/index-outside');
        await page.getByText('共 3 个单位').waitFor();
      },
      'error-401': () => errorPage('401'),
      'error-403': () => errorPage('403'),
      'error-404': () => errorPage('404'),
      'error-500': () => errorPage('500'),
    });
  });

  it('dialogs of the top bar pass the axe and width checks for a person with two enterprises @deep', async () => {
    const { page, dialog, escape, ...walk } = await walker(browser, 'entadmin1', width);
    const menu = async (entry?: string) => {
      await page.getByRole('button', { name: /用户菜单$/ }).click();
      await page.getByRole('menuitem', { name: '我的权限' }).waitFor();
      if (entry) await choose(page, entry);
    };
    await walk.look({
      'top-menu': () => menu(),
      search: async () => {
        await page.keyboard.press('Escape');
        await page.keyboard.press('Control+k');
        await dialog.getByRole('option').first().waitFor();
      },
      'search-found': async () => {
        await dialog.getByRole('combobox').fill('qy');
        await dialog
          .getByRole('option', { name: /切换企业|企业员工/ })
          .first()
          .waitFor();
      },
      'search-none': async () => {
        await dialog.getByRole('combobox').fill('没有这样的东西');
        await dialog.getByText(/没有与/).waitFor();
      },
      permits: async () => {
        await escape();
        await menu('我的权限');
        await dialog.getByText(/项权限$/).waitFor();
      },
      'change-phone': async () => {
        await escape();
        await menu('修改绑定手机号');
        await dialog.getByLabel('新手机号').waitFor();
      },
      'system-settings': async () => {
        await escape();
        await menu('系统设置');
        await dialog.getByLabel('系统简称').fill('七个字的系统名');
        await dialog.getByText('请输入系统简称最多6个字', { exact: true }).waitFor();
      },
      'switch-enterprise': async () => {
        await escape();
        await menu('切换企业');
        await dialog.getByRole('radio').nth(1).waitFor();
        await dialog.getByRole('button', { name: '切换', exact: true }).click();
        await dialog.getByText('请选择您要登录的企业').waitFor();
      },
    });
  });
});
