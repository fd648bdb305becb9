import { describe, expect, it } from 'vitest';
import { choose, chooseOwn, fillSignIn, follow, front, signIn } from './people.ts';
import { openStage } from './app-and-browser.ts';
import type { Locator, Page } from 'playwright-core';

const { app, browser } = await openStage();

const word = 'lock-me 锁';
const menu = (page: Page) => page.getByRole('button', { name: /用户菜单$/ }).click();
const onLockPage = (page: Page) => page.getByRole('button', { name: '解锁' }).waitFor();

/** Opens another browser tab that takes over the session, and waits for `there`. */
async function newTab(page: Page, path: string, there: (tab: Page) => Locator): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(path);
  await there(tab).waitFor();
  return tab;
}

describe('a locked screen', () => {
  it('locks every tab until the right password is entered (RT-03, ST-03)', async () => {
    const person = await browser.enter('regulator1', '/wel/index', { ownSession: true });
    const { page } = person;
    // Expected failures: 400 for wrong passwords, 403 for requests after the lock.
    person.expectStatus(400, 403);
    await follow(page, '/bus/enterprise/index');
    await menu(page);
    await choose(page, '锁屏');
    const dialog = page.getByRole('dialog', { name: '设置锁屏密码' });
    await dialog.getByRole('button', { name: '设置并锁屏' }).click();
    await dialog.getByText('锁屏密码不能为空').waitFor();
    await dialog.getByLabel('锁屏密码').fill(word);
    await dialog.getByLabel('再次输入').fill(word);
    const other = await newTab(page, '/wel/index', (tab) => tab.getByRole('tab', { name: '首页' }));
    await dialog.getByRole('button', { name: '设置并锁屏' }).click();
    await page.waitForURL('**/lock');
    await page.getByRole('heading', { name: '林知远' }).waitFor();
    await page.getByText(/起已锁定$/).waitFor();
    // The lock screen also appears in the other tab, in a new tab, and for a typed address.
    await other.waitForURL('**/lock');
    const third = await newTab(page, '/bus/enterprise/index', (tab) => tab.getByRole('heading', { name: '林知远' }));
    await third.waitForURL('**/lock');
    await page.goto('/wel/index');
    await page.waitForURL('**/lock');

    await page.getByLabel('锁屏密码', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: '解锁' }).click();
    await page.getByText('解锁密码错误,请重新输入').waitFor();
    expect(await page.getByLabel('锁屏密码', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('锁屏密码', { exact: true }).fill(word);
    await page.getByRole('button', { name: '解锁' }).click();
    await page.waitForURL('**/bus/enterprise/index');
    await front(page)
      .getByText(/共 [\d,]+ 条/)
      .waitFor();
    await other.waitForURL('**/wel/index');
    await third.waitForURL(/\/(wel|bus\/enterprise)\/index$/);
    await third.close();
    await other.close();

    // A lock password exists already, so the screen locks without a dialog.
    await menu(page);
    await choose(page, '锁屏');
    await page.waitForURL('**/lock');
    await onLockPage(page);
    await page.getByRole('button', { name: '退出系统' }).click();
    await page.getByText('是否退出系统, 是否继续?').waitFor();
    await page.getByRole('button', { name: '取消' }).click();
    await page.getByRole('button', { name: '退出系统' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '退出系统' }).click();
    await page.waitForURL('**/login');
  });

  it('lets a person who forgot the lock password set a new one @deep', async () => {
    const person = await browser.enter('regulator1', '/wel/index', { ownSession: true });
    const { page } = person;
    person.expectStatus(400, 403);
    await follow(page, '/info/index');
    await front(page).getByRole('button', { name: '重设锁屏密码' }).click();
    const dialog = page.getByRole('dialog', { name: '重设锁屏密码' });
    await dialog.getByLabel('登录密码').fill('not mine at all');
    await dialog.getByLabel('新的锁屏密码').fill('another 锁');
    await dialog.getByLabel('再次输入').fill('another 锁');
    await dialog.getByRole('button', { name: '重设并锁屏' }).click();
    await dialog.getByText('密码错误，请重新输入').waitFor();
    await dialog.getByLabel('登录密码').fill('Anlan@2026');
    await dialog.getByRole('button', { name: '重设并锁屏' }).click();
    await page.waitForURL('**/lock');
    const field = page.getByLabel('锁屏密码', { exact: true });
    await field.fill(word);
    await page.getByRole('button', { name: '解锁' }).click();
    await page.getByText('解锁密码错误,请重新输入').waitFor();
    await field.fill('another 锁');
    await page.getByRole('button', { name: '解锁' }).click();
    await page.getByRole('tab', { name: '首页' }).waitFor();
  });

  it('ends the session at the fifth wrong password @deep', async () => {
    const person = await browser.enter('regulator1', '/wel/index', { ownSession: true });
    const { page } = person;
    person.expectStatus(400, 401, 403);
    await menu(page);
    await choose(page, '锁屏');
    await page.waitForURL('**/lock');
    for (let n = 1; n <= 5; n++) {
      await page.getByLabel('锁屏密码', { exact: true }).fill(`wrong ${n}`);
      const answered = page.waitForResponse((response) => response.url().endsWith('/auth/session/unlock'));
      await page.getByRole('button', { name: '解锁' }).click();
      await answered;
      if (n < 5) await page.getByText('解锁密码错误,请重新输入').waitFor();
    }
    await page.waitForURL('**/login');
    await page.getByText('解锁密码错误次数过多，请重新登录').waitFor();
  });
});

describe('a lock without a network @deep', () => {
  it('ends in every tab only with the right password (ST-03)', async () => {
    const person = await browser.stranger();
    const { page } = person;
    person.expectStatus(400, 403, 503);
    await signIn(page, 'admin2');
    await menu(page);
    await choose(page, '锁屏');
    const lockDialog = page.getByRole('dialog', { name: '设置锁屏密码' });
    await lockDialog.getByLabel('锁屏密码').fill(word);
    await lockDialog.getByLabel('再次输入').fill(word);
    await lockDialog.getByRole('button', { name: '设置并锁屏' }).click();
    await onLockPage(page);
    const name = (await page.getByRole('heading').textContent()) ?? '';
    const open = async (tab: Page, typedPassword: string) => {
      await tab.getByLabel('锁屏密码', { exact: true }).fill(typedPassword);
      await tab.getByRole('button', { name: '解锁' }).click();
    };
    await open(page, word);
    await page.getByRole('tab', { name: '首页' }).waitFor();

    const lock = '**/auth/session/lock';
    const isTold = () => page.waitForResponse((answer) => answer.url().endsWith('/session/lock') && answer.ok());
    const lockOffline = async () => {
      await page.context().setOffline(true);
      await menu(page);
      await choose(page, '锁屏');
      await page.waitForURL('**/lock');
      await page.getByText('网络已断开，恢复后才能解锁').waitFor();
    };
    await lockOffline();
    await open(page, word);
    await page.getByText('网络连接不可用，请检查网络后重试').waitFor();
    // A request that could not be sent does not clear the typed password.
    expect(await page.getByLabel('锁屏密码', { exact: true }).inputValue()).toBe(word);
    // Without any input, the lock is reported to the server as soon as the network returns.
    const lockCall = isTold();
    await page.context().setOffline(false);
    await lockCall;
    await open(page, 'wrong');
    await page.getByText('解锁密码错误,请重新输入').waitFor();
    await open(page, word);
    await page.getByRole('tab', { name: '首页' }).waitFor();

    // This network drops the lock request, so the screen locks before the server knows of the lock.
    await page.context().route(lock, () => undefined);
    await menu(page);
    await choose(page, '锁屏');
    await page.waitForURL('**/lock', { timeout: 20_000 });
    await onLockPage(page);
    // The blocked request is sent again after the network works.
    const heard = isTold();
    await page.context().unroute(lock);
    await heard;
    await open(page, word);
    await page.getByRole('tab', { name: '首页' }).waitFor();

    // The network works again, but a proxy still answers with 503 in place of the server.
    await lockOffline();
    await page.context().route(lock, (route) => route.fulfill({ status: 503, body: '' }));
    await page.context().setOffline(false);
    const later = await newTab(page, '/bus/enterprise/index', (tab) => tab.getByRole('heading', { name }));
    await later.waitForURL('**/lock');
    await open(later, 'wrong');
    await later.getByText(/^服务器尚未确认锁屏，暂不能解锁/).waitFor();
    await later.goto('/wel/index');
    await later.waitForURL('**/lock');
    await onLockPage(later);
    // A loading page also sends the pending lock, and a locked session asks for the password.
    await page.context().unroute(lock);
    const paid = later.waitForResponse((answer) => answer.url().endsWith('/session/lock') && answer.ok());
    await later.reload();
    await paid;
    await open(later, 'wrong');
    await later.getByText('解锁密码错误,请重新输入').waitFor();
    await open(later, word);
    await later.getByRole('tab', { name: '首页' }).waitFor();
    await page.getByRole('tab', { name: '首页' }).waitFor();
  });
});

describe('an inactive screen', () => {
  /**
   * Stops the clock of the page, so that only the test advances it; on a busy machine the time would run out. Loading a
   * page starts the clock again.
   */
  async function holdTime(page: Page) {
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    const since = await page.evaluate(() => Date.now());
    await page.keyboard.press('Shift');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('anlan-lastSeen'))).toContain(String(since));
  }

  it('shows a warning half a minute before the lock @deep', async () => {
    const person = await browser.stranger();
    const { page } = person;
    person.expectStatus(403);
    await page.clock.install();
    await signIn(page, 'regulator3');
    await chooseOwn(page, '外观与设置');
    const drawer = page.getByRole('dialog', { name: '外观与设置' });
    await drawer.getByText('5 分钟', { exact: true }).click();
    const lockDialog = page.getByRole('dialog', { name: '设置锁屏密码' });
    await lockDialog.getByLabel('锁屏密码').fill(word);
    await lockDialog.getByLabel('再次输入').fill(word);
    await lockDialog.getByRole('button', { name: '设置并启用' }).click();
    await drawer.getByRole('radio', { name: '5 分钟', checked: true }).waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    const warning = page.getByRole('alert').filter({ hasText: '秒后自动锁屏' });
    const leave = async () => {
      await holdTime(page);
      await page.clock.runFor('04:29');
      expect(await warning.count()).toBe(0);
      await page.clock.runFor('00:06');
      await warning.waitFor();
    };
    await leave();
    await warning.getByText(/^2\d 秒后自动锁屏$/).waitFor();
    await page.keyboard.press('Shift');
    await warning.waitFor({ state: 'detached' });
    await page.clock.resume();
    await leave();
    const { x, y } = (await warning.getByRole('button', { name: '继续使用' }).boundingBox()) ?? { x: 0, y: 0 };
    // Moving the pointer onto the button is enough to prevent the lock.
    await page.mouse.click(x + 4, y + 4);
    await warning.waitFor({ state: 'detached' });
    await page.clock.resume();
    // Activity in another browser tab also prevents the lock.
    const other = await newTab(page, '/wel/index', (tab) => tab.getByRole('tab', { name: '首页' }));
    await leave();
    await other.mouse.move(200, 300);
    await other.mouse.move(220, 320);
    await page.clock.runFor('00:02');
    await warning.waitFor({ state: 'detached' });
    await other.close();
    await page.clock.resume();
    await leave();
    await page.clock.runFor('00:31');
    await page.clock.resume();
    await page.waitForURL('**/lock');
  });

  it('locks when no tab had activity for the set minutes (VA-01, ST-03)', async () => {
    const person = await browser.stranger();
    const { page } = person;
    person.expectStatus(403);
    await page.clock.install();
    await signIn(page, 'regulator2');
    await chooseOwn(page, '外观与设置');
    const drawer = page.getByRole('dialog', { name: '外观与设置' });
    await drawer.getByText('5 分钟', { exact: true }).click();
    // Dismisses the dialog: without a lock password nobody could unlock the screen later.
    const lockDialog = page.getByRole('dialog', { name: '设置锁屏密码' });
    await lockDialog.getByRole('button', { name: '设置并启用' }).click();
    await lockDialog.getByText('锁屏密码不能为空').waitFor();
    await lockDialog.getByLabel('锁屏密码').fill(word);
    await lockDialog.getByLabel('再次输入').fill(word);
    await lockDialog.getByRole('button', { name: '设置并启用' }).click();
    await drawer.getByRole('radio', { name: '5 分钟', checked: true }).waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => localStorage.getItem('anlan-lastSeen') !== null);
    const other = await newTab(page, '/wel/index', (tab) => tab.getByRole('tab', { name: '首页' }));

    await holdTime(page);
    await page.clock.runFor('04:29');
    await other.mouse.move(200, 300);
    await other.mouse.move(220, 320);
    // The last activity was nine minutes ago in this tab, but less than five minutes ago in the other tab. So nothing
    // locks.
    await page.clock.runFor('04:30');
    await page.getByRole('tab', { name: '首页' }).waitFor();
    await other.getByRole('tab', { name: '首页' }).waitFor();

    // Simulates a machine that slept: timers did not run, and a mouse move is the first event.
    await page.clock.fastForward('20:00');
    await page.mouse.move(100, 100);
    await page.clock.resume();
    await page.waitForURL('**/lock');
    await other.waitForURL('**/lock');
    await page.getByText(/起已锁定$/).waitFor();
    await page.getByLabel('锁屏密码', { exact: true }).fill(word);
    await page.getByRole('button', { name: '解锁' }).click();
    await page.waitForURL('**/wel/index');
    await page.getByRole('tab', { name: '首页' }).waitFor();
    await holdTime(page);
    await page.clock.runFor('04:00');
    await page.getByRole('tab', { name: '首页' }).waitFor();
  });
});

describe('a person with two enterprises', () => {
  it('can switch to the other enterprise in all browser tabs (ST-04, RP-05, VA-04)', async () => {
    const person = await browser.enter('entadmin1', '/wel/index', { ownSession: true });
    const { page } = person;
    person.expectStatus(401);
    await follow(page, '/bus/station/index');
    const other = await newTab(page, '/wel/index', (tab) => tab.getByRole('tab', { name: '首页' }));
    const before = await page.evaluate(() => sessionStorage.getItem('anlan-access_token'));
    await menu(page);
    await choose(page, '切换企业');
    const dialog = page.getByRole('dialog', { name: '切换企业' });
    await dialog.getByRole('radio').nth(1).waitFor();
    await dialog.getByRole('button', { name: '切换', exact: true }).click();
    await dialog.getByText('请选择您要登录的企业').waitFor();
    const free = dialog.getByRole('radio', { disabled: false });
    const name = await free.evaluate((radio) => radio.closest('label')?.textContent ?? '');
    await free.check();
    await dialog.getByRole('button', { name: '切换', exact: true }).click();
    await page.waitForFunction(
      (old) => sessionStorage.getItem('anlan-access_token') !== old && location.pathname === '/wel/index',
      before,
    );
    await page.getByRole('tab', { name: '首页' }).waitFor();
    expect(await page.getByRole('tab').count()).toBe(1);
    for (const one of [page, other]) {
      await one.getByRole('tab', { name: '首页' }).waitFor();
      await one.getByRole('button', { name: /用户菜单$/ }).click();
      await one.getByText(name).filter({ visible: true }).first().waitFor();
    }
    const single = await browser.enter('entstaff1');
    await menu(single.page);
    await single.page.getByRole('menuitem', { name: '锁屏' }).waitFor();
    expect(await single.page.getByRole('menuitem', { name: '切换企业' }).count()).toBe(0);
  });
});

describe('a password that another person has set', () => {
  it('must be changed at the first sign-in (S18)', async () => {
    await app.sql(`update app_user set must_change_password = true where username = 'shop1'`);
    const person = await browser.stranger();
    const { page } = person;
    person.expectStatus(400, 403);
    await page.goto('/login');
    await fillSignIn(page, 'shop1');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.waitForURL('**/password');
    await page.getByRole('heading', { name: '请先修改密码' }).waitFor();
    await page.goto('/wel/index');
    await page.waitForURL('**/password');
    await page.getByLabel('现在的密码', { exact: true }).fill('Anlan@2026');
    await page.getByLabel('新密码', { exact: true }).fill('12345678');
    await page.getByLabel('再次输入新密码', { exact: true }).fill('12345678');
    await page.getByRole('button', { name: '保存并继续' }).click();
    await page.locator('.fault').first().waitFor();
    for (const label of ['新密码', '再次输入新密码'])
      await page.getByLabel(label, { exact: true }).fill('临江-远山 77 号');
    await page.getByRole('button', { name: '保存并继续' }).click();
    await page.waitForURL('**/wel/index');
    await page.getByRole('tab', { name: '首页' }).waitFor();
  });
});
