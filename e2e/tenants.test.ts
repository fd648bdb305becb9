import { release } from '@anlan/contract/release';
import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { choose, fillSignIn, follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

it('CA-16 lets the platform add, suspend and remove a tenant', async () => {
  const { page, expectStatus } = await browser.enter('platform', '/upms/tenant/index');
  const list = front(page);
  await list.getByRole('button', { name: '新增租户' }).click();
  const drawer = page.getByRole('dialog', { name: '新增租户' });
  await drawer.getByRole('button', { name: '保存' }).click();
  await drawer.getByText('单位名称不能为空').waitFor();
  await drawer.getByLabel('单位名称').fill('澄江县应急管理局');
  await drawer.getByLabel('姓名').fill('秦望舒');
  await drawer.getByLabel('用户名').fill('1x');
  const hosts = drawer.getByRole('combobox', { name: '域名', exact: true });
  await hosts.fill('127.0.0.1');
  await hosts.press('Enter');
  await drawer.getByRole('button', { name: '保存' }).click();
  await drawer.getByText('用户名以字母开头，由 3 到 32 位字母、数字、_ 和 - 组成').first().waitFor();
  await drawer.getByLabel('用户名').fill('chengjiang');
  await drawer.getByRole('button', { name: '保存' }).click();
  const made = page.getByRole('dialog', { name: '“澄江县应急管理局”已创建' });
  const once = (await made.locator('dd').last().innerText()).trim();
  await made.getByRole('button', { name: '已记下' }).click();
  const row = list.getByRole('row').filter({ hasText: '澄江县应急管理局' });
  await row.waitFor();
  const more = async (label: string) => {
    await row.getByRole('button', { name: /^更多操作/ }).click();
    await choose(page, label);
  };

  const newcomer = await browser.stranger();
  await newcomer.page.goto('/login');
  await expect.poll(() => newcomer.page.title()).toBe('登录 - 澄江县应急管理局');
  expect(await newcomer.page.getByRole('combobox', { name: '单位' }).inputValue()).toBe('澄江县应急管理局');
  newcomer.expectStatus(403);
  await newcomer.page.getByLabel('用户名').fill('chengjiang');
  await newcomer.page.getByRole('textbox', { name: '密码', exact: true }).fill(once);
  await newcomer.page.getByRole('button', { name: '登录', exact: true }).click();
  await newcomer.page.waitForURL((url) => url.pathname === '/password');

  await row.getByRole('button', { name: /^编辑/ }).click();
  const edit = page.getByRole('dialog', { name: '编辑租户' });
  await edit.getByRole('radio', { name: '部分功能' }).check();
  await edit.getByRole('checkbox', { name: '场站管理' }).uncheck();
  await edit.getByRole('radio', { name: '本单位的' }).check();
  await edit.getByLabel('短信签名').fill('【澄江】');
  await edit.getByLabel('登录验证码').fill('编号');
  await edit.getByRole('button', { name: '保存' }).click();
  await edit.getByText('短信签名为 2 到 20 个汉字、字母或数字，不带【】').waitFor();
  await edit.getByText('模板编号由 1 到 64 位字母、数字、_ 和 - 组成').first().waitFor();
  await edit.getByLabel('短信签名').fill('澄江应急');
  await edit.getByLabel('登录验证码').fill('SMS_20261122');
  await edit.getByRole('button', { name: '保存' }).click();
  await page.getByText('已保存').waitFor();
  await edit.waitFor({ state: 'detached' });
  // The form shows the saved values only after this read.
  const read = page.waitForResponse((response) => /\/upms\/tenant\/\d+$/.test(new URL(response.url()).pathname));
  await row.getByRole('button', { name: /^编辑/ }).click();
  await (await read).finished();
  expect(await edit.getByLabel('短信签名').inputValue()).toBe('澄江应急');
  expect(await edit.getByLabel('登录验证码').inputValue()).toBe('SMS_20261122');
  // Another administrator changes the tenant while the form is open.
  const id = /\d+$/.exec(new URL((await read).url()).pathname)?.[0];
  expect(
    await app.sql(
      `update brand set icp = '8号', copy = '他人的版权', version = version + 1 where id = $1 returning id`,
      [id],
      id,
    ),
  ).toEqual([{ id }]);
  expectStatus(409);
  await edit.getByLabel('备案号').fill('9号');
  await edit.getByRole('button', { name: '保存' }).click();
  await edit.getByText('双方都改了以下内容，请选择保留哪一个：').waitFor();
  await edit.getByRole('button', { name: '仍保存我的' }).click();
  await edit.waitFor({ state: 'detached' });
  expect(await app.sql('select icp, copy from brand where id = $1', [id], id)).toEqual([
    { icp: '9号', copy: '他人的版权' },
  ]);

  await more('停用');
  const freeze = page.getByRole('dialog', { name: '停用“澄江县应急管理局”' });
  await freeze.getByLabel('停用原因').fill('合同到期');
  await freeze.getByRole('button', { name: '停用' }).click();
  await freeze.waitFor({ state: 'detached' });
  await row.getByText('停用').first().waitFor();
  expectStatus(426);
  newcomer.expectStatus(401, 426);
  await newcomer.page.goto('/login');
  await newcomer.page.getByLabel('用户名').fill('chengjiang');
  await newcomer.page.getByRole('textbox', { name: '密码', exact: true }).fill(once);
  await newcomer.page.getByRole('button', { name: '登录', exact: true }).click();
  await newcomer.page.getByText('用户名不存在或密码错误').first().waitFor();

  await row.getByRole('button', { name: /^删除/ }).click();
  const remove = page.getByRole('dialog', { name: '删除“澄江县应急管理局”？' });
  expect(await remove.getByRole('button', { name: '删除' }).isDisabled()).toBe(true);
  await remove.getByLabel('输入单位名称以确认').fill('澄江县应急管理局');
  await remove.getByRole('button', { name: '删除' }).click();
  await row.waitFor({ state: 'detached' });
});

it('RT-12 lets a visitor select a tenant for the sign-in', async () => {
  const { page } = await browser.stranger({ size: { width: 390, height: 844 } });
  await page.goto('/upms/tenant/index-outside');
  await page.getByText('共 3 个单位').waitFor();
  await page.getByRole('searchbox', { name: '查找单位' }).fill('云岭');
  await page.getByText('共 1 个单位').waitFor();
  await page.getByText('示例公网安备 00000000000002号').waitFor();
  await page.getByRole('link', { name: '去登录：云岭市交通运输局（演示）' }).click();
  await page.waitForURL((url) => url.pathname === '/login');
  await expect.poll(() => page.getByRole('combobox', { name: '单位' }).inputValue()).toBe('云岭市交通运输局（演示）');
  await fillSignIn(page, 'regulator2');
});

it('S36 lets platform staff enter a tenant only after a reason and the password', async () => {
  const { page, expectStatus } = await browser.enter('platform', '/upms/tenant/index');
  const row = front(page).getByRole('row').filter({ hasText: '临澜区应急管理局（演示）' });
  await row.getByRole('button', { name: /^进入/ }).click();
  const dialog = page.getByRole('dialog', { name: '进入“临澜区应急管理局（演示）”' });
  await dialog.getByLabel('进入原因').fill('协助核对企业档案');
  await dialog.getByLabel('您的登录密码').fill('不对的密码');
  expectStatus(400, 403, 426);
  await dialog.getByRole('button', { name: '进入' }).click();
  await dialog.getByRole('alert').waitFor();
  expect(await dialog.getByLabel('进入原因').inputValue()).toBe('协助核对企业档案');
  await dialog.getByLabel('您的登录密码').fill('Anlan@2026');
  await dialog.getByRole('button', { name: '进入' }).click();

  const banner = page.getByRole('region', { name: '平台进入' });
  await banner.getByText('只能查看').waitFor();
  expect(await banner.innerText()).toContain('协助核对企业档案');
  await follow(page, '/bus/enterprise/index');
  await front(page)
    .getByText(/共 [\d,]+ 条/)
    .waitFor();
  expect(await front(page).getByRole('button', { name: '新增企业' }).count()).toBe(0);
  const [firm] = await app.sql<{ id: string; name: string }>(
    "select id, name from enterprise where tenant_id = '1' and status = 'active' order by id limit 1",
  );
  await follow(page, `/bus/enterprise/dossier?id=${firm?.id}`);
  await page.getByRole('tab', { name: firm?.name ?? '' }).waitFor();
  await follow(page, '/bus/enterprise/index');
  const bar = page.locator('.top');
  const foot = front(page).locator('.foot');
  await bar.getByText('临澜区应急管理局（演示）').waitFor();
  await foot.getByText(/临澜区/).waitFor();
  const admin = await browser.enter('admin1', '/upms/log/index');
  const card = front(admin.page).getByRole('region', { name: '平台人员进入' });
  await card.getByText('协助核对企业档案').waitFor();
  await card.getByRole('button', { name: '允许修改' }).click();
  await admin.page
    .getByRole('dialog', { name: '允许平台人员修改本单位的数据？' })
    .getByRole('button', { name: '允许修改' })
    .click();
  await card.getByText(/已允许修改/).waitFor();

  // Even with write access a platform user cannot create access that outlasts the impersonation, such as an account
  // or a sign-in phone. The page says so (S94).
  await banner.getByRole('button', { name: '离开' }).click();
  await page.waitForURL('**/upms/tenant/index');
  await row.getByRole('button', { name: /^进入/ }).click();
  await dialog.getByLabel('进入原因').fill('协助修改企业档案');
  await dialog.getByLabel('您的登录密码').fill('Anlan@2026');
  await dialog.getByRole('button', { name: '进入' }).click();
  await banner.getByText('账号、角色、机构、外部网站、新增企业和企业审核须由该单位的人员办理').waitFor();
  await follow(page, '/bus/enterprise/index');
  const listed = front(page).getByRole('row').nth(1);
  await listed.getByRole('button', { name: /^编辑/ }).waitFor();
  // A phone number of an enterprise may be used to sign in later, so a platform user cannot change it.
  expect(await front(page).getByRole('button', { name: '新增企业' }).count()).toBe(0);
  expect(await listed.getByRole('checkbox').count()).toBe(0);
  await follow(page, '/upms/user/index');
  await front(page)
    .getByText(/共 \d+ 人/)
    .waitFor();
  const acts = front(page).getByRole('button', { name: /新增用户|导入|导出|编辑|停用|重置密码|删除/ });
  expect(await acts.count()).toBe(0);

  await card.getByRole('button', { name: '收回' }).click();
  await card.getByText('目前只能查看').waitFor();
  await front(admin.page).getByText('平台人员进入本单位').first().waitFor();
  await banner.getByRole('button', { name: '离开' }).click();
  await page.waitForURL('**/upms/tenant/index');
  await front(page).getByRole('button', { name: '新增租户' }).waitFor();
  expect(await banner.count()).toBe(0);
  // After the removal, the page shows no data of the unit.
  const gone = async (where: Page) => {
    await front(where).getByRole('button', { name: '新增租户' }).waitFor();
    expect(await where.locator('.top').innerText()).not.toContain('临澜区');
    expect(await front(where).locator('.foot').innerText()).not.toMatch(/临澜区|备/);
    const storedText = await where.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(storedText).not.toContain('临澜区应急管理局');
    expect(storedText).not.toContain(firm?.name);
  };
  await gone(page);
  await page.reload();
  await gone(page);
});

it('LY-03 RG-06 shows the name of the host’s tenant on every page', async () => {
  const mark = 'rect[fill="#0B6BCB"]';
  const pages = {
    '/login': '登录',
    '/register': '注册账号',
    '/findPhone/index': '找回手机号',
    '/guide': '使用指南',
    '/bus/enterprise/apply': '企业入驻',
    '/upms/tenant/index-outside': '入驻单位',
    '/403': '当前操作没有权限',
  };
  for (const { generic, name } of [
    { generic: false, name: '临澜区应急管理局（演示）' },
    { generic: true, name: '安全生产管理平台' },
  ]) {
    await app.sql(
      `update brand set hosts = $1, generic_hosts = $2, copy = '© 临澜区', icp = '示例ICP备1号', tec = '示例公网安备1号'
       where id = '1'`,
      [generic ? [] : ['127.0.0.1'], generic ? ['127.0.0.1'] : []],
    );
    const { page } = await browser.stranger();
    for (const [path, title] of Object.entries(pages)) {
      await page.goto(path);
      await expect.poll(() => page.title()).toBe(`${title} - ${name}`);
      await expect.poll(() => page.locator(mark).count()).toBe(generic || path === '/403' ? 0 : 1);
      expect(await page.locator('header, .sea-brand, h1').filter({ hasText: '安澜' }).count()).toBe(0);
      if (path === '/403') continue;
      // The footer shows the filing numbers of the host before sign-in. The footer of a generic host shows no owner.
      const foot = page.locator('footer');
      await foot.getByRole('link', { name: '示例ICP备1号' }).waitFor();
      await foot.getByRole('link', { name: '示例公网安备1号' }).waitFor();
      expect(await foot.getByText('© 临澜区').count()).toBe(generic ? 0 : 1);
    }
    const inside = await browser.enter('regulator2', '/wel/index', { ownSession: true });
    await inside.page.getByRole('button', { name: `${name}，回到首页` }).waitFor();
    await expect.poll(() => inside.page.title()).toBe(`首页 - ${name}`);
    expect(await inside.page.locator('.side-foot').textContent()).toBe(`${generic ? '' : '安澜 '}1.0.6 · ${release}`);
    await inside.page.goto('/500');
    await expect.poll(() => inside.page.title()).toBe(`系统未知错误 - ${name}`);
  }
  await app.sql(`update brand set hosts = '{}', generic_hosts = '{}' where id = '1'`);
});
