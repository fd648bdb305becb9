// A day by the keyboard alone: where it goes, where it is lost, and where nobody sees it.
import { demoPassword } from '../apps/server/src/modules/user/seed.ts';
import type { Shown, Watched } from './day-watch.ts';

const most = 120;
const list = '.work .list-body tr';

/** Signs in, works and signs out without a mouse. */
export async function byKeys(who: Watched) {
  const { page } = who;
  const plain = new Set<string>();
  const look = async (after: string, passing = false) => {
    const { name, lost, hidden, plain: unmarked } = await who.focus();
    if (lost && !passing) who.note(`the keyboard is nowhere after ${after}`);
    if (hidden) who.note(`${name} has the keyboard, ${hidden}, after ${after}`);
    if (unmarked && !plain.has(unmarked)) who.note(`${unmarked} looks no different with the keyboard`);
    plain.add(unmarked);
    return name;
  };
  /** Goes on by a key until it stands at what is called so. */
  const reach = async (like: RegExp, key = 'Tab') => {
    const passed: string[] = [];
    for (let presses = 0; presses <= most; presses += 1) {
      const name = await look(passed.at(-1) ?? 'the last step', true);
      if (like.test(name)) return;
      passed.push(name);
      await page.keyboard.press(key);
    }
    throw new Error(`${key} does not come to ${like}: ${passed.slice(0, 60).join(' · ')}`);
  };
  const press =
    (...keys: string[]) =>
    async () => {
      for (const key of keys) await page.keyboard.press(key);
    };
  /** Reaches something, presses keys there, and looks where the keyboard is once what they show stands. */
  const step = async (called: string, like: RegExp | null, keys: string[], shown: Shown, way = 'Tab', anew = false) => {
    who.begin(called);
    if (like) await who.between(() => reach(like, way));
    await who.step(called, press(...keys), shown);
    await who.between(async () => {
      // Where a drawer or menu takes it or gives it back, that is done within its own time.
      await page
        .waitForFunction(() => document.activeElement !== document.body, undefined, { timeout: 1_500 })
        .catch(() => {});
      // A page that comes in place of another begins at its top.
      await look(`“${called}”`, anew);
    });
  };

  await who.step('keys: sign-in', () => page.goto('/login'), { at: '.gate button[type=submit]:not(:disabled)' });
  await who.between(() => reach(/^用户名/));
  await page.keyboard.type('regulator1');
  await who.between(() => reach(/^密码$/));
  await page.keyboard.type(demoPassword);
  await step('keys: signed in', null, ['Enter'], { at: '.tiles a.tile b' }, 'Tab', true);
  await step('keys: past the menus', /^跳到正文$/, ['Enter'], { at: 'main:focus' });
  await step('keys: a number opens its list', /^监管企业/, ['Enter'], { at: list });
  await step('keys: top menu', /^企业(，|$)/, ['Enter'], { at: '.side a.on', text: '企业管理' }, 'Shift+Tab');
  await step('keys: side menu', /^站点管理/, ['Enter'], { at: '.side a.on', text: '站点管理' });
  await step('keys: back to the list', /^企业管理/, ['Enter'], { at: list }, 'Shift+Tab');
  await step('keys: a filter', /^状态$/, ['ArrowDown'], { at: '.ant-select-item-option' });
  await step('keys: an option of it', null, ['ArrowDown', 'ArrowDown', 'Enter'], { at: '.list-clear' });
  await step('keys: the filter left', null, ['Escape'], { at: '.ant-select-dropdown', gone: true });
  await step('keys: all filters cleared', /^清除$/, ['Enter'], { at: '.list-clear', gone: true });
  await step('keys: more filters', /^更多筛选$/, ['Enter'], { at: '.list-rare' });
  await step('keys: sorted', /^企业$/, ['Enter'], { at: 'th[aria-sort=ascending]' });
  await step('keys: more to do with a row', /^更多操作 /, ['Enter'], { at: '[role=menuitem]' });
  await step('keys: and not', null, ['ArrowDown', 'Escape'], { at: '[role=menuitem]', gone: true });
  await step('keys: form', /^编辑 /, ['Enter'], { at: '[role=dialog] form input' }, 'Shift+Tab');
  await who.between(() => reach(/^简称/));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('键盘');
  await step('keys: saved', /^保存$/, ['Enter'], { at: '.ant-message-notice', text: '已保存' });
  await step('keys: form closed', null, [], { at: '[role=dialog]', gone: true, late: true });
  await step('keys: dossier', /^查看 /, ['Enter'], { at: '.work .dossier-main dl' }, 'Shift+Tab');
  await step('keys: its form', /^编辑$/, ['Enter'], { at: '[role=dialog] form input' });
  await step('keys: its form left', null, ['Escape'], { at: '[role=dialog]', gone: true });
  await step('keys: tab strip', /^跳到正文$/, ['Enter'], { at: 'main:focus' });
  await step('keys: one tab back', /.+/, ['Tab', 'ArrowLeft'], { at: '.tab-list .tab:last-child.on', gone: true });
  await step('keys: a tab closed', null, ['Delete'], { at: '.tab-list .tab:nth-child(5)', gone: true });
  await step('keys: what a tab can do', /^更多页签操作$/, ['Enter'], { at: '[role=menuitem]', text: '固定页签' });
  await step('keys: pinned', null, ['ArrowDown', 'Enter'], { at: '.tab.pinned' });
  await step('keys: search', null, ['Control+k'], { at: 'dialog.palette input' });
  await page.keyboard.type('wddb');
  await step('keys: found', null, [], { at: 'dialog.palette [role=option]', text: '我的待办', late: true });
  await step('keys: to-dos', null, ['Enter'], { at: '.work .todo-box' });
  await step('keys: put off', /^稍后提醒：/, ['Enter'], { at: '[role=menuitem]', text: '三天后' });
  await step('keys: put off till then', null, ['ArrowDown', 'Enter'], { at: '.ant-message-notice', text: '再提醒' });
  await step('keys: shortcuts', null, ['?'], { at: '[role=dialog]', text: '键盘快捷键' });
  await step('keys: shortcuts left', null, ['Escape'], { at: '[role=dialog]', gone: true });
  await step('keys: settings', /^外观与设置$/, ['Enter'], { at: '.settings' }, 'Shift+Tab');
  await step('keys: settings left', null, ['Escape'], { at: '.settings', gone: true });
  await step('keys: own menu', /用户菜单$/, ['Enter'], { at: '[role=menuitem]', text: '退出登录' });
  await step('keys: own permits', null, ['ArrowDown', 'ArrowDown', 'Enter'], { at: '.own-permits, [role=dialog]' });
  await step('keys: own permits left', null, ['Escape'], { at: '[role=dialog]', gone: true });
  await step('keys: own menu again', /用户菜单$/, ['Enter'], { at: '[role=menuitem]', text: '退出登录' });
  await step('keys: leaving', null, ['End', 'Enter'], { at: '[role=dialog]', text: '是否退出系统' });
  await step('keys: signed out', null, ['Enter'], { at: '.gate button[type=submit]' }, 'Tab', true);
}
