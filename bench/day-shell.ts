// What both people do with the shell in a day: come in, search, tabs, lock, looks, own matters, a cut network, the end.
import type { Locator } from 'playwright-core';
import { demoPassword } from '../apps/server/src/modules/user/seed.ts';
import type { Shown, Watched } from './day-watch.ts';

/** A list of rows with a search box and a form behind the rows. */
export interface Day {
  username: string;
  kind: string;
  /** Stands when home has its figures. */
  home: string;
}

/** Presses something as this person does. */
export const press = ({ isSmall }: Watched, target: Locator) => (isSmall ? target.tap() : target.click());
/** What stands in the tab in front. */
export const front = ({ page }: Watched) => page.locator('.view[role=tabpanel]:visible');
/** The dialog or drawer in front. */
export const dialog = ({ page }: Watched) => page.getByRole('dialog').filter({ visible: true }).last();
const button = (within: Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true }).filter({ visible: true }).first();
/** Presses a button of the dialog in front. */
export const answer = (who: Watched, name: string) => press(who, button(dialog(who), name));
/** A text field of the form in front. */
export const field = (who: Watched, label: string) => dialog(who).getByLabel(new RegExp(`^${label}\\*?$`));
/** A message that comes and goes. */
export const said = (text: string) => ({ at: '.ant-message-notice, .ant-message-notice-wrapper', text });

/** Chooses from an open menu; a press by hand would race the menu's opening. */
const choose = async ({ page }: Watched, name: string) => {
  const item = page.getByRole('menuitem', { name, exact: true }).filter({ visible: true }).first();
  await item.evaluate((one: HTMLElement) => one.click());
};

/** Opens a page by the menus. */
export async function visit(who: Watched, top: string, label: string) {
  const { page, isSmall } = who;
  const link = (within: Locator) => within.getByRole('link', { name: new RegExp(`^${label}\\s?(，|$)`) }).first();
  if (!isSmall) {
    await page
      .getByRole('navigation', { name: '顶部菜单' })
      .getByRole('button', { name: new RegExp(`^${top}\\s?(，|$)`) })
      .click();
    return link(page.getByRole('complementary', { name: '侧边菜单' })).click();
  }
  await button(page.getByRole('banner'), '打开菜单').tap();
  const inside = dialog(who);
  const branch = inside.getByRole('button', { name: new RegExp(`^${top}\\s?(，|$)`) });
  if ((await branch.getAttribute('aria-expanded')) !== 'true') await branch.tap();
  return link(inside).tap();
}

const ownMenu = async (who: Watched, name: string) => {
  await press(who, who.page.getByRole('button', { name: /用户菜单$/ }));
  await who.page.getByRole('menuitem', { name, exact: true }).waitFor();
  await choose(who, name);
};

/** Comes in through the form. */
export async function enter(who: Watched, { username, kind, home }: Day) {
  const { page } = who;
  await who.step('sign-in stands', () => page.goto('/login'), { at: '.gate button[type=submit]:not(:disabled)' });
  await press(who, page.getByText(kind, { exact: true }).first());
  await who.step(
    'sign-in says what is missing',
    () => press(who, page.getByRole('button', { name: '登录', exact: true })),
    {
      at: '.fault, [role=alert]',
      text: '请输入用户名',
    },
  );
  await page.getByLabel('用户名').fill(username);
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(demoPassword);
  await who.step(
    'signed in, home has its figures',
    () => press(who, page.getByRole('button', { name: '登录', exact: true })),
    {
      at: home,
    },
  );
}

/** Finds a page by its first letters, everywhere. */
export async function search(who: Watched, typed: string, label: string, shown: Shown) {
  const { page, isSmall } = who;
  const open = () =>
    isSmall ? page.getByRole('button', { name: '搜索', exact: true }).tap() : page.keyboard.press('Control+k');
  await who.step('search opens', open, { at: 'dialog.palette input' });
  await who.step('search finds', () => page.keyboard.type(typed), { at: 'dialog.palette [role=option]', text: label });
  const take = () =>
    isSmall ? page.locator('dialog.palette [role=option]').first().tap() : page.keyboard.press('Enter');
  await who.step('what was found opens', take, shown);
}

/** Many pages open; from one to the other, pinned, all others closed, loaded anew. */
export async function tabs(who: Watched, open: readonly (() => Promise<unknown>)[], inside: string) {
  const { page } = who;
  const shown = `.work ${inside}`;
  const tab = (at: number) => page.locator('.tab-list [role=tab]').nth(at);
  const choice = async (name: string) => {
    await press(who, page.getByRole('button', { name: '更多页签操作' }));
    await page.getByRole('menuitem', { name, exact: true }).filter({ visible: true }).first().waitFor();
    await choose(who, name);
  };
  const begun = await page.locator('.tab-list .tab').count();
  const withTab = (which: string) => `.work:has(.tab-list .tab${which}) .view[role=tabpanel]`;
  for (const [at, act] of open.entries())
    await who.sample('one more tab, to ten', act, { at: `${withTab(`:nth-child(${begun + at + 1})`)} ${inside}` });
  await who.step('ten tabs stand', async () => undefined, { at: shown, late: true });
  for (const at of [3, 6, 2, 7, 4])
    await who.sample('from tab to tab', () => press(who, tab(at)), { at: `${withTab(`:nth-child(${at + 1}).on`)} h1` });
  await who.step('a tab is pinned', () => choice('固定页签'), { at: '.tab.pinned' });
  await who.step('the others are closed', () => choice('关闭其他'), { at: '.tab-list .tab:nth-child(4)', gone: true });
  await who.step('its page is read anew', () => choice('重新加载'), { at: shown, late: true });
  await who.step('the window is loaded anew', () => page.reload({ waitUntil: 'commit' }), { at: shown, late: true });
}

/** Goes away from the desk and comes back. */
export async function lock(who: Watched) {
  const { page, isSmall } = who;
  const word = 'day 锁';
  who.expect(/status of 40[03]/);
  const begin = () => (isSmall ? ownMenu(who, '锁屏') : button(page.getByRole('banner'), '锁屏').click());
  await who.step('lock', begin, { at: '.locked h1, [role=dialog] .dialog-note' });
  if (!page.url().endsWith('/lock')) {
    await field(who, '锁屏密码').fill(word);
    await field(who, '再次输入').fill(word);
    await who.step('the first lock word', () => answer(who, '设置并锁屏'), { at: '.locked h1' });
  }
  const open = async (typed: string) => {
    await page.getByLabel('锁屏密码', { exact: true }).fill(typed);
    await press(who, page.getByRole('button', { name: '解锁', exact: true }));
  };
  await who.step('a wrong lock word', () => open('wrong'), { at: '.fault, .locked', text: '解锁密码错误' });
  await who.step('unlocked', () => open(word), { at: '.tab-list [role=tab]' });
}

const openSettings = (who: Watched) =>
  who.isSmall ? ownMenu(who, '外观与设置') : button(who.page.getByRole('banner'), '外观与设置').click();
/** Closes the dialog in front by what it has for that. */
const close = (who: Watched) =>
  who.isSmall
    ? press(who, dialog(who).locator('.ant-drawer-close, .ant-modal-close').first())
    : who.page.keyboard.press('Escape');

/** Another theme and size; what is set stays for the rest of the day. */
export async function settings(who: Watched) {
  await who.step('settings open', () => openSettings(who), { at: '.settings [role=switch]' });
  await who.step('dark', () => press(who, dialog(who).locator('.theme-card', { hasText: '深色' })), {
    at: 'html[data-theme=theme-black]',
  });
  await who.step('dense', () => press(who, dialog(who).getByText('紧凑', { exact: true })), {
    at: 'html[data-density=compact]',
  });
  await who.step('loose', () => press(who, dialog(who).getByText('宽松', { exact: true })), {
    at: 'html[data-density=loose]',
  });
  await press(who, dialog(who).getByText('适中', { exact: true }));
  await who.step('the tab strip hidden', () => press(who, dialog(who).getByRole('switch', { name: '页签栏' })), {
    at: '.tab-list',
    gone: true,
  });
  await press(who, dialog(who).getByRole('switch', { name: '页签栏' }));
  await who.step('settings closed', () => close(who), { at: '.settings', gone: true });
}

/** Puts the looks back to what they were. */
export async function reset(who: Watched) {
  await openSettings(who);
  await answer(who, '恢复默认设置');
  await who.step('all as at first', () => answer(who, '恢复默认'), { at: 'html[data-theme=theme-white]' });
  await close(who);
}

/** The dialogs of the own menu, and the log of errors. */
export async function own(who: Watched) {
  const { page, isSmall } = who;
  await who.step('change of phone', () => ownMenu(who, '修改绑定手机号'), { at: '[role=dialog]', text: '新手机号' });
  await who.step('change of phone, nothing filled in', () => answer(who, '保存'), said('验证码不能为空'));
  await who.step('change of phone closed', () => answer(who, '取消'), { at: '[role=dialog]', gone: true });
  await who.step('own permits', () => ownMenu(who, '我的权限'), { at: '.own-permits summary' });
  await who.step('own permits, searched', () => page.keyboard.type('公告'), {
    at: '.own-permits [role=status]',
    text: '^[1-3] 个页面',
  });
  await who.step('own permits closed', () => close(who), { at: '.own-permits', gone: true });
  who.expect(/bench: an error/);
  await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('bench: an error'))));
  const log = page.getByRole('button', { name: /^本地日志/ });
  await log.waitFor();
  await who.step('error log', () => press(who, log), { at: '.errors-table td' });
  await who.step('error log, one unfolded', () => answer(who, '展开'), { at: '.errors-stack pre' });
  await who.step('error log closed', () => close(who), { at: '.errors-table', gone: true });
  await who.step('own page', () => ownMenu(who, '个人信息'), { at: '.work h1', text: '个人' });
  if (isSmall)
    await who.step('menu of a phone', () => button(page.getByRole('banner'), '打开菜单').tap(), {
      at: '.ant-drawer .menu a',
    });
  if (isSmall) await who.step('menu of a phone closed', () => close(who), { at: '.ant-drawer .menu', gone: true });
}

/** The network goes while something is saved, and while a list is read, and comes back. */
export async function outage(
  who: Watched,
  { label, open, list }: { label: string; open: () => Promise<unknown>; list: () => Promise<unknown> },
) {
  const { page } = who;
  const cut = (off: boolean) => page.context().setOffline(off);
  const text = `断网路 ${Date.now() % 10_000} 号`;
  who.expect(/ERR_INTERNET_DISCONNECTED|WebSocket|bench: an error|网络连接不可用/);
  await who.step('form before the network goes', open, { at: '[role=dialog] form input' });
  await field(who, label).fill(text);
  await who.step('the network goes', () => cut(true), { at: '.offline-line', text: '断开' });
  await who.step('saved without a network', () => answer(who, '保存'), {
    at: '[role=dialog] .ant-alert, [role=dialog] [role=alert]',
    text: '网络',
  });
  await who.step('the network is back', () => cut(false), { at: '.offline-line', text: '断开', gone: true });
  const kept = await field(who, label).inputValue();
  if (kept !== text) who.note(`what was typed is gone: ${kept}`);
  await who.step('saved again', () => answer(who, '保存'), said('已保存'));
  await who.step('the network goes again', () => cut(true), { at: '.offline-line', text: '断开' });
  await who.step('a list without a network', list, { at: '.list-failure' });
  await who.step('it comes by itself', () => cut(false), { at: '.list-failure', gone: true, late: true });
  await cut(true);
  await who.step('a page never opened, without a network', () => visit(who, '企业', '站点管理'), {
    at: '.work [role=alert]',
    text: '网络|没有|失败',
  });
  await who.step('it comes by itself, too', () => cut(false), { at: '.work h1', text: '站点' });
}

/** Somebody ends the session from elsewhere. */
export async function ended(who: Watched, end: () => Promise<unknown>) {
  who.expect(/401|WebSocket|ERR_INTERNET_DISCONNECTED|bench: an error/);
  // A call that is refused may come before the message that says it.
  await who.step('session ended elsewhere', end, { at: '[role=dialog], .gate [role=alert]', text: '管理员已结束' });
  if (new URL(who.page.url()).pathname === '/login') return;
  await who.step('back at sign-in', () => answer(who, '重新登录'), { at: '.gate [role=alert]', text: '管理员已结束' });
}
