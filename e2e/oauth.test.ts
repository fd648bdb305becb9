import { afterAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { openTestDirectory } from '../apps/server/testing/directory.ts';
import { atEachWidth, look } from './screen-checks.ts';
import { fillSignIn, signIn, signOut } from './people.ts';
import { openStage } from './app-and-browser.ts';

const directory = await openTestDirectory([
  { account: 'linzhiyuan', password: 'pw-lin', guid: '00112233445566778899aabbccddeeff', name: '林知远' },
  // The first account has the phone number of entadmin1, the second account an unused number.
  { account: 'zhou', password: 'pw-zhou', guid: '00'.repeat(15) + '02', name: '周明舟', mobile: '199 0000 1902' },
  { account: 'gu', password: 'pw-gu', guid: '00'.repeat(15) + '03', name: '顾清和', mobile: '13700000001' },
]);
afterAll(() => directory.close());
const { url, tlsUrl, caFile, settings } = directory;
const { app, browser } = await openStage({
  simulator: true,
  directories: [
    { id: 'ad', name: '临澜区目录', tenantId: '1', url: tlsUrl, caFile, ...settings },
    { id: 'phone', name: '登记手机号的目录', tenantId: '1', url, ...settings, matchByMobile: true },
    { id: 'gone', name: '关着的目录', tenantId: '1', url: url.replace(/\d+$/, '1'), ...settings },
  ],
});

const phone = (page: Page) => page.frameLocator('iframe[title=微信二维码]');
async function scan(page: Page, who: string, end: '确认登录' | '拒绝') {
  await phone(page).getByLabel('用谁的手机').selectOption({ label: who });
  await phone(page).getByRole('button', { name: '扫码' }).click();
  await phone(page).getByRole('button', { name: end }).click();
}
const fault = (mode: string) =>
  fetch(`${app.outsideUrl}/_ctl/fault`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service: 'open', mode }),
  });

describe('third-party sign-in', () => {
  it('binds a WeChat identity to the account of a regulator (RT-04, RT-07, S42)', async () => {
    const { page, expectStatus } = await browser.stranger();
    expectStatus(417);
    await page.goto('/login');
    await page.getByRole('link', { name: '微信扫码' }).click();
    await scan(page, '海风', '确认登录');
    await page.getByRole('alert').getByText('未绑定登录账号，请使用密码登录后绑定').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    await fillSignIn(page, 'regulator1');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    const offer = page.getByRole('dialog').filter({ hasText: '把微信“海风”绑定到当前账号？' });
    await offer.getByRole('button', { name: '绑定', exact: true }).click();
    await page.getByText('已绑定微信“海风”').waitFor();
    await signOut(page);

    await page.goto('/sys?tenantId=1');
    await phone(page).getByRole('button', { name: '扫码' }).waitFor();
    // Messages of other senders on the channel, and pages in frames, have no effect.
    await page.evaluate(() => {
      const channel = new BroadcastChannel('anlan-third');
      for (const message of [{ kind: 'back', state: 'x', code: 'y' }, { kind: 'back' }, 'back', null, 7])
        channel.postMessage(message);
      postMessage({ kind: 'back', state: 'x', code: 'y' }, '*');
      channel.close();
    });
    await scan(page, '海风', '确认登录');
    await page.waitForURL('**/wel/index');
    await page.getByRole('tab', { name: '首页' }).waitFor();
    await signOut(page);
  });

  it('keeps the unit and the user type when the scanned identity is not bound @deep', async () => {
    const { page, expectStatus } = await browser.stranger();
    expectStatus(417);
    await page.goto('/login');
    await page.getByRole('combobox', { name: '单位' }).click();
    await page.getByRole('option', { name: '云岭市交通运输局（演示）' }).click();
    await page.getByText('企业人员', { exact: true }).click();
    await page.getByRole('link', { name: '微信扫码' }).click();
    await scan(page, '青山', '确认登录');
    await page.getByRole('alert').getByText('未绑定登录账号，请使用密码登录后绑定').waitFor();
    expect(await page.getByRole('radio', { name: '企业人员' }).isChecked()).toBe(true);
    const unit = page.locator('[role=option][aria-selected=true]');
    await expect.poll(() => unit.allTextContents()).toEqual(['云岭市交通运输局（演示）']);
  });

  it('can be repeated in a popup after a refusal @deep', async () => {
    const { page } = await browser.stranger({ size: { width: 390, height: 844 } });
    await page.goto('/sys?tenantId=1');
    await scan(page, '青山', '拒绝');
    await page.getByText('您在微信上拒绝了登录').waitFor();
    await page.getByRole('button', { name: '重新扫码' }).click();
    await phone(page).getByRole('button', { name: '扫码' }).waitFor();
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: '在新窗口打开' }).click(),
    ]);
    await popup.getByLabel('用谁的手机').selectOption({ label: '海风' });
    await popup.getByRole('button', { name: '扫码' }).click();
    await popup.getByRole('button', { name: '确认登录' }).click();
    await page.waitForURL('**/wel/index');
    await expect.poll(() => popup.isClosed()).toBe(true);
  });

  it('reports a WeChat outage or an invalid response @deep', async () => {
    const { page, expectStatus } = await browser.stranger();
    expectStatus(503);
    for (const mode of ['error', 'html']) {
      await page.goto('/sys?tenantId=1');
      await phone(page).getByRole('button', { name: '扫码' }).waitFor();
      await fault(mode);
      await scan(page, '海风', '确认登录');
      await page.getByText('微信登录暂时无法使用，请稍后再试，或使用其他方式登录').waitFor();
    }
    await fault('well');
    await page.getByRole('button', { name: '使用其他方式登录' }).click();
    await page.waitForURL(/\/login\?tenantId=1&userType=0$/);
    await signIn(page, 'regulator1');
  });

  it('reports a callback without a usable sign-in result (RT-07) @deep', async () => {
    const { page, expectStatus } = await browser.stranger();
    expectStatus(400);
    await page.goto('/authredirect');
    await page.getByText('没有可用的登录结果').waitFor();
    await page.goto('/authredirect?state=abc');
    await page.getByText('您在微信上拒绝了登录').waitFor();
    await page.goto(`/authredirect?code=abc&state=${'x'.repeat(43)}`);
    await page.getByText('扫码登录已失效，请重新扫码').waitFor();
  });

  it('signs a person in with a bound directory account (RT-08)', async () => {
    const { page, expectStatus } = await browser.stranger();
    expectStatus(417, 426, 503);
    await page.goto('/adindex?tenantId=1');
    const enter = async (password: string) => {
      await page.getByLabel('用户名').fill('linzhiyuan');
      await page.getByLabel('密码', { exact: true }).fill(password);
      await page.getByRole('button', { name: '登录', exact: true }).click();
    };
    await page.getByLabel('关着的目录').check();
    await enter('pw-lin');
    await page.getByText('关着的目录暂时没有应答，请稍后再试，或使用密码登录').waitFor();
    await page.getByLabel('临澜区目录').check();
    await enter('wrong');
    await page.getByText('用户名不存在或密码错误').waitFor();
    expect(await page.getByLabel('用户名').inputValue()).toBe('linzhiyuan');
    await enter('pw-lin');
    await page.waitForURL(/\/login\?tenantId=1&userType=0$/);
    await fillSignIn(page, 'admin1');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '绑定', exact: true }).click();
    await page.getByText('已绑定统一身份“林知远”').waitFor();
    await signOut(page);
    await page.goto('/adindex?tenantId=1');
    await page.getByText('临澜区目录').waitFor();
    await enter('pw-lin');
    await page.waitForURL('**/wel/index');
  });

  const byPhone = async (page: Page, account: string) => {
    await page.goto('/adindex?tenantId=1');
    await page.getByLabel('登记手机号的目录').check();
    await page.getByText('企业人员', { exact: true }).click();
    await page.getByLabel('用户名').fill(account);
    await page.getByLabel('密码', { exact: true }).fill(`pw-${account}`);
    await page.getByRole('button', { name: '登录', exact: true }).click();
  };
  const prove = (page: Page) => page.getByRole('button', { name: '验证并登录' }).click();

  it('asks only once for an SMS code when a directory account matches a phone number (S16) @deep', async () => {
    const { page, expectStatus } = await browser.stranger();
    expectStatus(417, 426, 428);
    await byPhone(page, 'zhou');
    await page.getByRole('heading', { name: '验证本系统的账号' }).waitFor();
    await page.getByText('统一身份“周明舟”第一次在这里登录').waitFor();
    await prove(page);
    await page.getByText('请输入密码').waitFor();
    await page.getByLabel('密码', { exact: true }).fill('pw-zhou');
    await prove(page);
    await page.getByRole('alert').getByText('密码错误，或没有与您对应的账号').waitFor();
    await page.getByRole('tab', { name: '短信验证码' }).click();
    await page.getByRole('button', { name: '获取验证码' }).click();
    await page.getByText('验证码已发送，5 分钟内有效。').waitFor();
    const sms = async (): Promise<{ params: { code?: string } }[]> =>
      (await fetch(`${app.outsideUrl}/_ctl/sms?phone=19900001902`)).json();
    await expect.poll(async () => (await sms())[0]?.params.code).toMatch(/^\d{6}$/);
    const code = (await sms())[0]?.params.code ?? '';
    const field = page.getByRole('textbox', { name: '短信验证码' });
    await field.fill(code === '000000' ? '000001' : '000000');
    await prove(page);
    await page.getByRole('alert').getByText('验证码错误,请重新输入').waitFor();
    expect(await page.getByText('验证码已发送').count()).toBe(0);
    await field.fill(code);
    await prove(page);
    await page.waitForURL('**/wel/index');
    await page.getByRole('button', { name: /周明舟.*用户菜单$/ }).waitFor();
    // The identity is already proven and bound, so the page does not ask for an account.
    expect(await page.getByText('绑定登录账号').count()).toBe(0);
    await signOut(page);
    await byPhone(page, 'zhou');
    await page.waitForURL('**/wel/index');
  });

  it('requires proof of an account also when a directory account has no match @deep', async () => {
    const { page, expectStatus } = await browser.stranger();
    expectStatus(417, 426);
    await byPhone(page, 'gu');
    await page.getByText('统一身份“顾清和”第一次在这里登录').waitFor();
    await page.getByLabel('密码', { exact: true }).fill('Anlan@2026');
    await prove(page);
    await page.getByRole('alert').getByText('密码错误，或没有与您对应的账号').waitFor();
    await page.getByRole('button', { name: '使用其他方式登录' }).click();
    await page.waitForURL(/\/login\?tenantId=1&userType=0$/);
    await page.getByRole('alert').getByText('未绑定登录账号，请使用密码登录后绑定').waitFor();
  });

  it('signs in from the page of the simulator, which lists HTTP calls and sets faults @deep', async () => {
    const { page } = await browser.stranger();
    await page.goto('/sys?tenantId=1');
    await phone(page).getByRole('button', { name: '扫码' }).waitFor();
    const hand = await page.context().newPage();
    await hand.route('**/favicon.ico', (route) => route.fulfill({ status: 204, body: '' }));
    await hand.goto(app.outsideUrl);
    await hand.getByRole('button', { name: '扫一扫' }).click();
    await hand.getByLabel('用谁的微信').selectOption({ label: '海风' });
    await hand.getByRole('button', { name: '扫码', exact: true }).first().click();
    await hand.getByRole('button', { name: '确认登录' }).first().click();
    await page.waitForURL('**/wel/index');
    await hand.getByRole('button', { name: '网络' }).click();
    await hand.getByText('GET /open/sns/oauth2/access_token').first().waitFor();
    await hand.getByText('凭据正确').first().waitFor();
    await hand.getByRole('button', { name: '故障' }).click();
    await hand.getByLabel('微信开放平台应答').selectOption({ label: '答 503' });
    await hand.getByText('有故障').waitFor();
    await hand.getByLabel('微信开放平台应答').selectOption({ label: '正常' });
    await expect.poll(() => hand.getByText('有故障').count()).toBe(0);
  });
});

atEachWidth((width) => {
  it('pages that ask for proof of an account pass the axe and width checks @deep', async () => {
    const person = await browser.stranger(width);
    const { page } = person;
    person.expectStatus(417);
    await look(person, width.name, {
      'prove-password': async () => {
        await page.goto('/adindex?tenantId=1');
        await page.getByLabel('登记手机号的目录').check();
        await page.getByLabel('用户名').fill('gu');
        await page.getByLabel('密码', { exact: true }).fill('pw-gu');
        await page.getByRole('button', { name: '登录', exact: true }).click();
        await page.getByRole('tab', { name: '短信验证码' }).waitFor();
        await page.getByRole('button', { name: '验证并登录' }).click();
        await page.getByText('请输入密码').waitFor();
      },
      'prove-code': () => page.getByRole('tab', { name: '短信验证码' }).click(),
    });
  });
});
