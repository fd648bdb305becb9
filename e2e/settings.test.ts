import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { atEachWidth, look } from './screen-checks.ts';
import { chooseOwn, fillSignIn, signIn, signOut } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();

const drawer = (page: Page) => page.getByRole('dialog', { name: '外观与设置' });
const button = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true });
async function openSettings(page: Page) {
  await chooseOwn(page, '外观与设置');
  await drawer(page).getByRole('switch', { name: '页签栏' }).waitFor();
}
async function closeSettings(page: Page) {
  await page.keyboard.press('Escape');
  await drawer(page).waitFor({ state: 'detached' });
}
const storedSettings = async (username: string) => {
  const [row] = await app.sql<{ setting: Record<string, unknown> }>(
    `select s.setting from user_setting s join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
     where u.username = $1`,
    [username],
  );
  return row?.setting ?? {};
};
const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);
const styleOf = (page: Page, name: string) =>
  page.evaluate((key) => getComputedStyle(document.documentElement).getPropertyValue(key).trim(), name);

const parts = {
  页签栏: (page: Page) => page.getByRole('tablist', { name: '页签' }),
  搜索: (page: Page) => page.getByRole('combobox', { name: '搜索菜单' }),
  日志: (page: Page) => page.getByRole('banner').getByRole('button', { name: /^本地日志/ }),
  全屏: (page: Page) => button(page, '全屏'),
  锁屏: (page: Page) => button(page, '锁屏'),
  主题: (page: Page) => button(page, '主题'),
  主题色: (page: Page) => button(page, '主题色'),
  折叠菜单: (page: Page) => button(page, '折叠菜单'),
};

const shownAtFirst = new Set(['页签栏', '搜索', '折叠菜单']);
/** Checks that each part of the page is visible as by default; with `turned`, the opposite. */
async function stands(page: Page, turned: boolean) {
  for (const [name, part] of Object.entries(parts))
    await part(page).waitFor({ state: shownAtFirst.has(name) === turned ? 'detached' : 'attached' });
}

it('applies a setting at once and sends it to another browser (LY-14, LY-07)', async () => {
  const { page } = await browser.enter('regulator1');
  await openSettings(page);
  await stands(page, false);
  for (const name of Object.keys(parts)) await drawer(page).getByRole('switch', { name, exact: true }).click();
  await stands(page, true);
  await drawer(page).getByRole('radio', { name: '渐变' }).check();
  await drawer(page).getByRole('radio', { name: '绛红' }).check();
  await drawer(page).getByText('宽松', { exact: true }).click();
  await expect.poll(() => theme(page)).toBe('theme-gradual');
  await expect.poll(() => styleOf(page, '--accent')).toBe('#C71539');
  await expect.poll(() => styleOf(page, '--row')).toBe('56px');
  await expect
    .poll(() => storedSettings('regulator1'))
    .toMatchObject({ tabs: false, lock: true, themeName: 'theme-gradual', accent: '#C71539', density: 'loose' });

  const elsewhere = (await browser.stranger()).page;
  await elsewhere.goto('/login');
  await fillSignIn(elsewhere, 'regulator1');
  await elsewhere.getByRole('button', { name: '登录', exact: true }).click();
  await elsewhere.getByRole('banner').waitFor();
  await stands(elsewhere, true);
  await elsewhere.waitForFunction(() => document.documentElement.dataset['theme'] === 'theme-gradual');
  await expect.poll(() => styleOf(elsewhere, '--accent')).toBe('#C71539');
  await openSettings(elsewhere);
  await elsewhere.getByRole('button', { name: '恢复默认设置' }).click();
  await elsewhere.getByRole('button', { name: '恢复默认', exact: true }).click();
  await stands(elsewhere, false);
  await expect.poll(() => theme(elsewhere)).toBe('theme-white');
  await expect
    .poll(() => storedSettings('regulator1'))
    .toMatchObject({ tabs: true, themeName: 'theme-white', density: 'middle' });
  await page.reload();
  await stands(page, false);
  await expect.poll(() => styleOf(page, '--accent')).toBe('#409eff');
});

it('shows and hides each part of the page by its switch (LY-14, LY-18) @deep', async () => {
  const { page } = await browser.enter('regulator2', '/wel/index', { ownSession: true });
  const bar = page.getByRole('banner');
  const shown: Record<string, readonly string[]> = {
    1440: ['页签栏', '搜索', '日志', '全屏', '锁屏', '主题', '主题色', '折叠菜单'],
    900: ['页签栏', '搜索', '日志', '全屏', '锁屏', '主题', '主题色'],
    390: ['页签栏', '搜索'],
  };
  // With the switches reversed, the search box becomes an icon. On a phone the error log appears when it has entries.
  const there = {
    ...parts,
    搜索: (of: Page) =>
      parts
        .搜索(of)
        .or(bar.getByRole('button', { name: '搜索', exact: true }))
        .filter({ visible: true }),
  };
  for (const [width, names] of Object.entries(shown)) {
    await page.setViewportSize({ width: Number(width), height: 900 });
    await openSettings(page);
    for (const [name, part] of Object.entries(there)) {
      const toggle = drawer(page).getByRole('switch', { name, exact: true });
      const row = drawer(page)
        .locator('.settings-row')
        .filter({ has: page.getByRole('switch', { name, exact: true }) });
      const note = row.locator('small');
      if (names.includes(name)) {
        expect(await note.textContent()).not.toContain('窗口更宽时显示');
        const [one, other] = shownAtFirst.has(name)
          ? (['attached', 'detached'] as const)
          : (['detached', 'attached'] as const);
        await part(page).first().waitFor({ state: one });
        await toggle.click();
        await part(page).first().waitFor({ state: other });
        await toggle.click();
        await part(page).first().waitFor({ state: one });
      } else if (name !== '日志') expect(await note.textContent()).toContain('窗口更宽时显示');
    }
    await closeSettings(page);
  }
});

it('applies a setting offline and sends it later @deep', async () => {
  const { page } = await browser.stranger();
  await signIn(page, 'regulator1');
  await openSettings(page);
  await page.context().setOffline(true);
  await drawer(page).getByText('紧凑', { exact: true }).click();
  await drawer(page).getByRole('radio', { name: '炫彩' }).check();
  await closeSettings(page);
  await expect.poll(() => theme(page)).toBe('theme-star');
  expect(await storedSettings('regulator1')).not.toMatchObject({ density: 'compact' });
  await page.context().setOffline(false);
  await expect
    .poll(() => storedSettings('regulator1'), { timeout: 40_000 })
    .toMatchObject({
      density: 'compact',
      themeName: 'theme-star',
    });
  await signOut(page);
  expect(await theme(page)).toBe('theme-star');
  await signIn(page, 'admin1');
  await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'theme-white');
  expect(await storedSettings('admin1')).toEqual({});
});

it('applies theme and accent before the first paint @deep', async () => {
  const { page } = await browser.stranger();
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page, 'admin1');
  await openSettings(page);
  for (const name of ['主题', '主题色']) await drawer(page).getByRole('switch', { name, exact: true }).click();
  await closeSettings(page);
  await button(page, '主题').click();
  await page.getByRole('dialog', { name: '主题' }).getByRole('radio', { name: '深色' }).check();
  await page.keyboard.press('Escape');
  await button(page, '主题色').click();
  const code = page.getByRole('dialog', { name: '主题色' }).getByRole('textbox', { name: '颜色代码' });
  await code.fill('#12');
  await page.getByText('请输入 # 和六位十六进制数字').waitFor();
  await code.fill('#8A2BE2');
  await page.waitForFunction(() => document.documentElement.style.getPropertyValue('--accent') === '#8A2BE2');
  expect(await code.evaluate((field) => field === document.activeElement)).toBe(true);
  await expect.poll(() => storedSettings('admin1')).toMatchObject({ themeName: 'theme-black', accent: '#8A2BE2' });
  await page.addInitScript(() => {
    // Runs when the body starts, which is after the blocking script and before the first paint.
    new MutationObserver((_, watching) => {
      if (!document.body) return;
      watching.disconnect();
      const { dataset, style } = document.documentElement;
      Object.assign(window, { atFirst: [dataset['theme'], style.getPropertyValue('--accent')] });
    }).observe(document, { childList: true, subtree: true });
  });
  const atFirst = () => page.evaluate((): unknown => Reflect.get(window, 'atFirst'));
  await page.reload();
  expect(await atFirst()).toEqual(['theme-black', '#8A2BE2']);

  await page.getByRole('tab', { name: '首页' }).waitFor();
  await openSettings(page);
  await drawer(page).getByRole('switch', { name: '跟随系统' }).click();
  await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'theme-white');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'theme-black');
  await page.reload();
  expect(await atFirst()).toEqual(['theme-black', '#8A2BE2']);
  // When the user chooses a theme, the page no longer follows the system.
  await openSettings(page);
  await drawer(page).getByRole('radio', { name: '默认', exact: true }).check();
  await expect.poll(() => drawer(page).getByRole('switch', { name: '跟随系统' }).isChecked()).toBe(false);
  await expect.poll(() => theme(page)).toBe('theme-white');
  await expect.poll(() => storedSettings('admin1')).toMatchObject({ themeName: 'theme-white', followSystem: false });
});

it('remembers the folded side menu on wide windows only (LY-18, ST-14, CN-05)', async () => {
  const { page } = await browser.stranger();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signIn(page, 'admin1');
  const isFolded = () => page.evaluate(() => document.querySelector('.shell')?.classList.contains('folded'));
  await button(page, '折叠菜单').click();
  await expect.poll(() => storedSettings('admin1')).toMatchObject({ folded: true });
  await page.reload();
  await button(page, '展开菜单').waitFor();
  const rootAt = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    return () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  };
  // Root font size: 16 px × min(width / 1920, 2). A width below 1440 counts as 1440.
  for (const [width, root] of [
    [390, '12px'],
    [1440, '12px'],
    [1680, '14px'],
    [1920, '16px'],
    [3840, '32px'],
  ] as const)
    await expect.poll(await rootAt(width)).toBe(root);
  expect(await isFolded()).toBe(true);
  for (const [width, folded] of [
    [1000, true],
    [991, false],
    [767, false],
    [1200, true],
  ] as const) {
    await rootAt(width);
    await expect.poll(isFolded).toBe(folded);
  }
  // On a small screen the menu is a drawer, which closes after a choice.
  await rootAt(800);
  await button(page, '打开菜单').click();
  const menu = page.getByRole('dialog');
  await menu.getByRole('link').first().click();
  await menu.waitFor({ state: 'detached' });
  await rootAt(1440);
  const moves = () =>
    page.evaluate(() => getComputedStyle(document.querySelector('.ant-switch') ?? document.body).transitionDuration);
  await openSettings(page);
  expect(await moves()).not.toMatch(/^(0s(, )?)+$/);
  await drawer(page).getByRole('switch', { name: '减少动态效果' }).click();
  await expect.poll(moves).toMatch(/^(0s(, )?)+$/);
});

atEachWidth(({ name, ...how }) => {
  it('the settings page and the themes pass the axe and width checks @deep', async () => {
    const person = await browser.enter('regulator2', '/wel/index', how);
    const { page } = person;
    const narrow = how.size.width < 768;
    const dialog = (title: string) => page.getByRole('dialog', { name: title });
    await look(person, name, {
      settings: async () => {
        await openSettings(page);
      },
      'settings-end': () => drawer(page).getByRole('switch', { name: '减少动态效果' }).scrollIntoViewIfNeeded(),
      'settings-word': async () => {
        await drawer(page).getByText('5 分钟', { exact: true }).click();
        await dialog('设置锁屏密码').getByLabel('锁屏密码').waitFor();
      },
    });
    if (narrow) return;
    await page.keyboard.press('Escape');
    await dialog('设置锁屏密码').waitFor({ state: 'detached' });
    await closeSettings(page);
    await look(person, name, {
      themes: async () => {
        await button(page, '主题').click();
        await dialog('主题').getByRole('radio', { name: '深色' }).waitFor();
      },
      colours: async () => {
        await page.keyboard.press('Escape');
        await dialog('主题').waitFor({ state: 'detached' });
        await button(page, '主题色').click();
        await dialog('主题色').getByRole('radio', { name: '琥珀' }).waitFor();
      },
    });
  });
});
