import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { choose, follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage({ simulator: true });

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');
const userMenu = (page: Page) => page.getByRole('button', { name: /用户菜单$/ });
const active = (page: Page) => page.getByRole('tab', { selected: true });

describe('search and commands by keyboard only', () => {
  it('name only what this person can find (LY-13) @deep', async () => {
    const { page } = await browser.enter('shop1');
    const box = page.getByRole('combobox', { name: '搜索菜单', exact: true });
    await box.fill('没有这个');
    await page.getByText('没有相符的菜单，按').waitFor();
  });

  it('find a page by label prefix, initials and pinyin (LY-13)', async () => {
    const { page } = await browser.enter('admin1');
    const box = page.getByRole('combobox', { name: '搜索菜单' });
    const rows = page.getByRole('listbox', { name: '菜单' }).getByRole('option');
    await page.keyboard.press('/');
    await expect.poll(() => focused(page)).toBe('搜索菜单、企业、人员');
    await page.keyboard.type('企业管');
    await rows.filter({ hasText: '企业管理' }).waitFor();
    expect(await rows.allTextContents()).toEqual(['企业管理/bus/enterprise/index']);
    await page.keyboard.press('Enter');
    await active(page).filter({ hasText: '企业管理' }).waitFor();
    expect(await box.inputValue()).toBe('');
    await box.focus();
    await page.keyboard.type('YH');
    await rows.filter({ hasText: '/upms/user/index' }).waitFor();
    await box.fill('qiye');
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    await page.keyboard.press('End');
    await expect.poll(() => rows.last().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => rows.first().getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => box.getAttribute('aria-activedescendant')).toBe('find-0');
    await page.keyboard.press('Escape');
    await rows.first().waitFor({ state: 'detached' });
    // The search matches only the beginning of a label, so this text finds nothing.
    await box.fill('业管');
    await page.getByText('没有相符的菜单、企业、人员').waitFor();
  });

  it('find an enterprise by initials and a person by pinyin @deep', async () => {
    const { page } = await browser.enter('regulator1');
    const box = page.getByRole('combobox', { name: '搜索菜单、企业、人员' });
    const rows = page.getByRole('listbox', { name: '菜单、企业、人员' }).getByRole('option');
    const only = async (table: string, line: number) => {
      const [one] = await app.sql<{ name: string; letters: string }>(
        `select r.name, split_part(r.name_search, chr(10), $1) as letters from ${table} r
         where r.tenant_id = '1' and r.removed_at is null and length(split_part(r.name_search, chr(10), $1)) > 5
           and 1 = (select count(*) from ${table} o where o.tenant_id = r.tenant_id and o.removed_at is null
             and strpos(o.name_search, split_part(r.name_search, chr(10), $1)) > 0)
         order by r.id limit 1`,
        [line],
      );
      return one ?? { name: '', letters: '' };
    };
    const firm = await only('enterprise', 2);
    await page.keyboard.press('/');
    await page.keyboard.type(firm.letters);
    await rows.filter({ hasText: firm.name }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/bus\/enterprise\/dossier\?id=/);
    await front(page).getByRole('heading', { level: 1 }).filter({ hasText: firm.name }).waitFor();
    expect(await box.inputValue()).toBe('');

    const person = await only('employee', 3);
    await box.fill(person.letters);
    await rows.filter({ hasText: person.name }).click();
    await page.waitForURL(/\/bus\/emp\/index\?.*keyword=/);
    await front(page).getByText(person.name).first().waitFor();

    await follow(page, '/bus/enterprise/index');
    await front(page).getByRole('searchbox', { name: '企业名称、信用代码' }).fill(firm.letters.toUpperCase());
    await front(page).getByRole('link', { name: firm.name, exact: true }).waitFor();
    await expect.poll(() => front(page).locator('tbody a.list-name').count()).toBe(1);
  });

  it('open pages, enterprises and people from the palette', async () => {
    const { page } = await browser.enter('admin1', '/upms/role/index');
    await active(page).filter({ hasText: '角色' }).waitFor();
    const palette = page.getByRole('dialog', { name: '搜索' });
    const option = (name: RegExp) => palette.getByRole('option', { name });
    const input = palette.getByRole('combobox');
    await userMenu(page).focus();
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    expect(await palette.getByRole('group').first().getAttribute('aria-labelledby')).toBeTruthy();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toContain('用户菜单');

    await page.keyboard.press('Control+k');
    const [{ name: enterprise } = { name: '' }] = await app.sql<{ name: string }>(
      `select name from enterprise where removed_at is null order by name limit 1`,
    );
    await input.fill(enterprise);
    await palette.getByRole('option', { name: enterprise }).first().waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/bus\/enterprise\/dossier\?id=/);
    await front(page).getByRole('heading', { level: 1 }).waitFor();

    await page.keyboard.press('Control+k');
    await input.fill('regulator1');
    await option(/regulator1/)
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/upms\/user\/index\?.*keyword=regulator1/);

    // The palette lists pages that were closed last, and finds actions by pinyin initials.
    await page.keyboard.press('Control+k');
    await input.fill('gbqbyq');
    await option(/关闭全部页签/).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('tab').count()).toBe(1);
    await page.keyboard.press('Control+k');
    await palette.getByRole('group', { name: '最近打开' }).getByRole('option', { name: /^用户/ }).waitFor();
    await input.fill('没有这样的东西');
    await palette.getByText('没有与“没有这样的东西”相符的页面、操作或记录').waitFor();

    // When one source fails, a message appears after the results of the other sources.
    await page.route(/\/bus\/enterprise\/page\?/, (route) => route.abort());
    await input.fill('企业');
    await palette.getByText(/企业没有搜索成功/).waitFor();
    await page.unroute(/\/bus\/enterprise\/page\?/);
    await palette.getByRole('button', { name: '重试' }).click();
    await palette.getByText(/企业没有搜索成功/).waitFor({ state: 'detached' });
  });

  it('never show a response to earlier input @deep', async () => {
    const { page } = await browser.enter('admin1');
    const palette = page.getByRole('dialog', { name: '搜索' });
    let held: (() => void) | undefined;
    await page.route(/\/upms\/user\/page\?.*keyword=admin1/, async (route) => {
      await new Promise<void>((done) => (held = done));
      await route.continue().catch(() => undefined);
    });
    await page.keyboard.press('Control+k');
    const input = palette.getByRole('combobox');
    await input.fill('admin1');
    await expect.poll(() => held !== undefined).toBe(true);
    await input.fill('regulator1');
    await palette
      .getByRole('option', { name: /regulator1/ })
      .first()
      .waitFor();
    held?.();
    expect(await palette.getByRole('option', { name: /admin1/ }).count()).toBe(0);
  });

  it('show the shortcuts at a question mark, except during input @deep', async () => {
    const { page } = await browser.enter('shop1');
    const dialog = page.getByRole('dialog', { name: '键盘快捷键' });
    await page.keyboard.press('?');
    await dialog.waitFor();
    const single = dialog.getByRole('switch', { name: '单键快捷键' });
    await single.click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.keyboard.press('/');
    expect(await dialog.count()).toBe(0);
    expect(await focused(page)).not.toBe('搜索菜单、企业、人员');
  });
});

describe('the user menu (LY-04)', () => {
  it('lists all entries in order', async () => {
    const { page } = await browser.enter('entadmin1');
    await userMenu(page).click();
    const items = page.getByRole('menuitem').filter({ visible: true });
    await expect
      .poll(() => items.allTextContents())
      .toEqual([
        '个人信息',
        '修改绑定手机号',
        '我的权限',
        '系统设置',
        '开通企业服务',
        '切换企业',
        '外观与设置',
        '键盘快捷键',
        '全屏',
        '锁屏',
        '退出登录',
      ]);
    await choose(page, '我的权限');
    const permits = page.getByRole('dialog', { name: '我的权限' });
    await permits.getByText('系统标志').waitFor();
    const all = await permits.getByRole('status').textContent();
    expect(all).toMatch(/^\d+ 个页面，\d+ 项权限$/);
    await permits.getByRole('textbox', { name: '搜索菜单或权限' }).fill('开通服务');
    await permits.getByText('1 个页面，1 项权限').waitFor();
    await page.keyboard.press('Escape');
    await permits.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toContain('用户菜单');
    await userMenu(page).click();
    await choose(page, '修改绑定手机号');
    const phone = page.getByRole('dialog', { name: '修改绑定手机号' });
    await phone.getByRole('textbox', { name: '新手机号' }).waitFor();
    await phone.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('验证码不能为空').waitFor();
    await phone.getByRole('button', { name: '取消', exact: true }).click();
    await userMenu(page).click();
    await choose(page, '退出登录');
    await page.getByText('是否退出系统, 是否继续?').waitFor();
    await page.getByRole('button', { name: '取消', exact: true }).click();
  });

  it('opens at the first click although the code of the menu loads late @deep', async () => {
    const { page } = await browser.enter('regulator1');
    let release: (() => void) | undefined;
    const held = new Promise<void>((done) => (release = done));
    await page.route(/\/assets\/drop-menu-list.*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    const listRequest = page.waitForRequest(/\/assets\/drop-menu-list.*\.js$/);
    await userMenu(page).click();
    await listRequest;
    expect(await page.getByRole('menuitem').count()).toBe(0);
    release?.();
    await page.getByRole('menuitem', { name: '个人信息' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem');
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toContain('用户菜单');
    await expect.poll(() => userMenu(page).getAttribute('aria-expanded')).toBe('false');
    await userMenu(page).click();
    await userMenu(page).click();
    await page.getByRole('menuitem', { name: '个人信息' }).waitFor({ state: 'hidden' });
  });

  it('lists other enterprises only for people with several enterprises (LY-01)', async () => {
    const { page } = await browser.enter('entadmin1');
    await page.getByRole('button', { name: /切换企业$/ }).focus();
    await page.keyboard.press('Enter');
    const items = page.getByRole('menuitem').filter({ visible: true });
    await items.filter({ hasText: '当前' }).waitFor();
    await expect.poll(() => items.count()).toBe(2);
    const single = await browser.enter('entstaff1');
    expect(await single.page.getByRole('button', { name: /切换企业$/ }).count()).toBe(0);
  });

  it('limits system settings to six characters and pictures of one megabyte (LY-06, VA-05, VA-06)', async () => {
    const { page } = await browser.enter('entadmin1');
    const colleague = await browser.enter('entstaff1');
    const brand = (of: Page, name: string) => of.getByRole('button', { name: `${name}，回到首页` });
    await userMenu(page).click();
    await choose(page, '系统设置');
    const dialog = page.getByRole('dialog', { name: '系统设置' });
    const name = dialog.getByLabel('系统简称');
    await name.fill('七个字的系统名');
    await dialog.getByRole('button', { name: '保存', exact: true }).click();
    await dialog.getByText('请输入系统简称最多6个字', { exact: true }).waitFor();
    await dialog.locator('input[type=file]').setInputFiles({
      name: '标志.gif',
      mimeType: 'image/gif',
      buffer: Buffer.from('GIF89a'),
    });
    await dialog.getByText('只能上传jpg/png文件，且不超过1M').waitFor();
    await name.fill('临港安监');
    // Delays the upload, so that the picture would be missing if saving did not wait for it.
    const line = Promise.withResolvers<void>();
    await page.route('**/upms/file/upload*', async (route) => {
      await line.promise;
      await route.continue();
    });
    await dialog.locator('input[type=file]').setInputFiles('apps/server/data/demo-licence.png');
    await dialog.getByText('文件正在上传，请稍候').waitFor();
    await name.press('Enter');
    line.resolve();
    await dialog.getByRole('button', { name: '移除' }).waitFor();
    await Promise.all([page.getByText('修改成功', { exact: true }).waitFor(), name.press('Enter')]);
    await dialog.waitFor({ state: 'detached' });
    const [storedBrand] = await app.sql<{ logo: string }>(
      "select logo_url logo from enterprise where alias_name = '临港安监'",
    );
    expect(storedBrand?.logo).toMatch(/^\/upms\/file\//);
    await brand(page, '临港安监').waitFor();
    // The next response of any call reports the change to the colleague's page.
    await follow(colleague.page, '/bus/station/index');
    await brand(colleague.page, '临港安监').waitFor();
  });
});

describe('the menus', () => {
  it('show the pages of the selected top menu (LY-02)', async () => {
    const { page } = await browser.enter('admin1', '/wel/index', { size: { width: 1920, height: 1080 } });
    const top = page.getByRole('navigation', { name: '顶部菜单' });
    const side = page.getByRole('complementary', { name: '侧边菜单' });
    const chunk = page.waitForResponse(/\/assets\/.*\.js$/);
    await top.getByRole('button', { name: '系统', exact: true }).hover();
    await chunk;
    await active(page).filter({ hasText: '首页' }).waitFor();
    await side.getByRole('link', { name: /^我的待办/ }).waitFor();
    await top.getByRole('button', { name: '系统', exact: true }).click();
    await side.getByRole('link', { name: '角色', exact: true }).waitFor();
    expect(await side.getByRole('link', { name: /^我的待办/ }).count()).toBe(0);
    expect(await side.getByRole('link', { name: '用户', exact: true }).getAttribute('aria-current')).toBe('page');

    const root = '00000000-0000-7000-8000-000000000009';
    const entry = (id: string, parent: string | null, name: string, path = '', screen = '') =>
      app.sql(
        `insert into menu (tenant_id, id, parent_id, name, path, component, type, sort, pinyin)
           values ('1', $1, $2, $3, $4, $5, '0', 990, '')`,
        [id, parent, name, path, screen || null],
      );
    await entry(root, null, '专班');
    for (const [at, name, path, screen] of [
      [0, '甲组', '/notice', 'notice/index'],
      [1, '乙组', '/info/index', 'info/index'],
    ] as const) {
      const branch = `00000000-0000-7000-8000-00000000000${at}`;
      await entry(branch, root, name);
      await entry(`00000000-0000-7000-8000-00000000001${at}`, branch, `${name}的页面`, path, screen);
    }
    await page.reload();
    await top.getByRole('button', { name: '专班' }).click();
    // In the side menu the branch of the front page is open.
    await side.getByRole('link', { name: '甲组的页面' }).waitFor();
    for (const [open, shut] of [
      ['乙组', '甲组'],
      ['甲组', '乙组'],
    ] as const) {
      await side.getByRole('button', { name: open }).click();
      await side.getByRole('link', { name: `${open}的页面` }).waitFor();
      expect(await side.getByRole('link', { name: `${shut}的页面` }).count()).toBe(0);
    }
    for (const which of [`like '%组的页面'`, `like '_组'`, `= '专班'`])
      await app.sql(`delete from menu where tenant_id = '1' and name ${which}`);
  });
});

describe('menus on narrow screens @deep', () => {
  it('are under 更多 when the bar is too narrow for them', async () => {
    for (let at = 0; at < 9; at += 1)
      await app.sql(
        `insert into menu (tenant_id, id, parent_id, name, path, component, type, sort, pinyin)
         values ('1', gen_random_uuid(), null, $1, '/bus/enterprise/index', 'enterprise/list', '0', $2, '')`,
        [`专项工作第${at}组`, 900 + at],
      );
    const { page } = await browser.enter('regulator1', '/wel/index', { size: { width: 1024, height: 768 } });
    const nav = page.getByRole('navigation', { name: '顶部菜单' });
    await nav.getByRole('button', { name: '更多' }).click();
    const inside = page.getByRole('menuitem', { name: '专项工作第8组' });
    await inside.waitFor();
    expect(await nav.getByRole('button', { name: '专项工作第8组' }).count()).toBe(0);
    await page.setViewportSize({ width: 3200, height: 900 });
    await nav.getByRole('button', { name: '专项工作第8组' }).waitFor();
    expect(await nav.getByRole('button', { name: '更多' }).count()).toBe(0);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: '搜索', exact: true }).click();
    const palette = page.getByRole('dialog', { name: '搜索' });
    await palette.getByRole('combobox').fill('qiyedi');
    await palette.getByRole('option', { name: /企业地图/ }).waitFor();
    const box = await palette.boundingBox();
    expect([box?.x, box?.width]).toEqual([0, 390]);
    await palette.getByRole('button', { name: '关闭' }).click();
    await palette.waitFor({ state: 'detached' });
    await userMenu(page).click();
    await page.getByRole('menuitem', { name: '外观与设置' }).waitFor();
  });
});
