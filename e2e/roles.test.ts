import { describe, expect, it, vi } from 'vitest';
import { choose, follow, front, goTo, type Person } from './people.ts';
import { openStage } from './app-and-browser.ts';

// Long timeout: several people work at once, on a machine that may be three times slower.
vi.setConfig({ testTimeout: 240_000 });

const { app, browser } = await openStage();

async function permitsOf({ page }: Person, role: string) {
  await front(page)
    .getByRole('button', { name: `权限 ${role}`, exact: true })
    .click();
  const drawer = page.getByRole('dialog', { name: `“${role}”的权限` });
  await drawer.getByRole('group', { name: '场站管理', exact: true }).waitFor();
  return drawer;
}

const sideLink = ({ page }: Person, name: string) =>
  page.getByRole('complementary', { name: '侧边菜单' }).getByRole('link', { name, exact: true });

describe('a menu that changes while a person works (RP-01, RP-03, RP-04)', () => {
  it('loses and regains the pages and buttons of a role without a new sign-in', async () => {
    const officer = await browser.enter('regulator1', '/bus/enterprise/index');
    const admin = await browser.enter('admin1', '/upms/role/index');
    officer.expectStatus(403);
    const { page } = officer;
    const add = front(page).getByRole('button', { name: '新增企业', exact: true });
    await add.waitFor();
    await goTo(page, '企业', '场站管理');
    await front(page)
      .getByText(/共 [\d,]+ 条/)
      .waitFor();

    const save = async (change: (drawer: Awaited<ReturnType<typeof permitsOf>>) => Promise<unknown>) => {
      const drawer = await permitsOf(admin, '监管人员');
      await change(drawer);
      await drawer.getByRole('button', { name: '保存', exact: true }).click();
      await drawer.waitFor({ state: 'hidden' });
    };
    await save(async (drawer) => {
      await drawer.getByRole('checkbox', { name: '场站管理 全部' }).uncheck();
      await drawer.getByRole('group', { name: '企业管理', exact: true }).getByText('新增', { exact: true }).click();
    });

    // The next call of the officer reports the changed role. A background call may have reported it before.
    const typed = front(page).getByPlaceholder('场站名称、编号').fill('客运', { timeout: 3_000 });
    await typed.catch(() => undefined);
    await front(page).getByText('当前操作没有权限').first().waitFor();
    await front(page).getByText('您的权限已变更，不能再打开这个页面').waitFor();
    await goTo(page, '企业', '企业管理');
    await sideLink(officer, '场站管理').waitFor({ state: 'detached' });
    await front(page)
      .getByText(/共 [\d,]+ 条/)
      .waitFor();
    await expect.poll(() => add.count()).toBe(0);

    await save(async (drawer) => {
      await drawer.getByRole('checkbox', { name: '场站管理 全部' }).check();
      await drawer.getByRole('group', { name: '企业管理', exact: true }).getByText('新增', { exact: true }).click();
    });
    await follow(page, '/bus/enterprise/index?keyword=安');
    await add.waitFor();
    await sideLink(officer, '场站管理').click();
    await front(page)
      .getByText(/共 [\d,]+ 条/)
      .waitFor();
  });

  it('shows menu changes of the platform without a new sign-in', async () => {
    const officer = await browser.enter('regulator1', '/bus/enterprise/index');
    const platform = await browser.enter('platform');
    await follow(platform.page, '/upms/menu/index');
    const table = front(platform.page).getByRole('table');
    const next = async (keyword: string) => {
      await follow(officer.page, `/bus/enterprise/index?keyword=${keyword}`);
      await front(officer.page).locator('.list[aria-busy=false]').waitFor();
    };
    const row = table.getByRole('row').filter({ hasText: '/bus/enterprise/map' });
    const act = async (label: string) => {
      const plain = row.getByRole('button', { name: `${label} 企业地图`, exact: true });
      await row.waitFor();
      if ((await plain.count()) > 0) await plain.click();
      else {
        await row.getByRole('button', { name: '更多操作 企业地图' }).click();
        await choose(platform.page, label);
      }
    };
    await sideLink(officer, '企业地图').waitFor();
    await act('隐藏');
    await row.getByText('隐藏', { exact: true }).first().waitFor();
    await expect
      .poll(async () => (await next(crypto.randomUUID().slice(0, 6)), sideLink(officer, '企业地图').count()))
      .toBe(0);
    await act('显示');
    await expect
      .poll(async () => (await next(crypto.randomUUID().slice(0, 6)), sideLink(officer, '企业地图').count()))
      .toBe(1);
    await act('上移');
    const order = async () => {
      const names = await officer.page
        .getByRole('complementary', { name: '侧边菜单' })
        .getByRole('link')
        .allInnerTexts();
      return names.map((name) => name.trim()).slice(0, 2);
    };
    await expect
      .poll(async () => (await next(crypto.randomUUID().slice(0, 6)), order()))
      .toEqual(['企业地图', '企业管理']);
  });
});

describe('CA-03 the data scope of a role (数据范围)', () => {
  it('limits a person at once', async () => {
    const officer = await browser.enter('regulator1', '/bus/enterprise/index');
    const admin = await browser.enter('admin1', '/upms/role/index');
    const total = async () => {
      const text = await front(officer.page)
        .getByText(/^共 [\d,]+ 条/)
        .first()
        .innerText();
      return Number(text.replaceAll(/\D/g, ''));
    };
    const all = await total();
    const reachTo = async (words: string) => {
      await follow(admin.page, '/upms/role/index');
      await front(admin.page).getByRole('button', { name: '编辑 监管人员', exact: true }).click();
      const dialog = admin.page.getByRole('dialog', { name: '编辑角色', exact: true });
      await dialog.getByRole('radio', { name: words, exact: true }).check();
      await dialog.getByRole('button', { name: '保存', exact: true }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    const next = async () => {
      await follow(officer.page, `/bus/enterprise/index?keyword=${crypto.randomUUID().slice(0, 6)}`);
      await front(officer.page).locator('.list[aria-busy=false]').waitFor();
      await follow(officer.page, '/bus/enterprise/index');
      await front(officer.page).locator('.list[aria-busy=false]').waitFor();
    };
    await reachTo('本机构所辖区域及以下');
    await next();
    await front(officer.page).getByText('数据范围：未设置').waitFor();
    await expect.poll(async () => (await next(), front(officer.page).getByText('没有符合条件的').count())).toBe(0);
    await expect.poll(() => front(officer.page).getByRole('row').count()).toBeLessThan(3);

    await follow(admin.page, '/upms/organ/index');
    const top = front(admin.page).locator('.organ-row').first();
    await top.getByRole('button', { name: /^编辑/ }).click();
    const dialog = admin.page.getByRole('dialog', { name: '编辑机构' });
    await dialog.getByLabel('所辖区域').click();
    await dialog.getByLabel('所辖区域').fill('滨江区');
    await admin.page
      .getByRole('menuitemcheckbox', { name: /滨江区/ })
      .or(admin.page.locator('.ant-cascader-menu-item', { hasText: '滨江区' }))
      .first()
      .click();
    await dialog.getByRole('button', { name: '保存', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await top.getByText('滨江区').waitFor();

    await next();
    await front(officer.page).getByText('数据范围：滨江区').waitFor();
    const [countRow] = await app.sql<{ n: number }>(
      `select count(*)::int as n from enterprise where tenant_id = '1' and region_code = '330108' and removed_at is null`,
    );
    expect(countRow?.n).toBeGreaterThan(0);
    expect(countRow?.n).toBeLessThan(all);
    await expect.poll(total).toBe(countRow?.n);

    await reachTo('全部');
    await next();
    await expect.poll(total).toBe(all);
  });
});

describe('S34 two administrators who remove each other @deep', () => {
  it('are not both removed', async () => {
    const permits = `select permit from role_permit join role on role.id = role_id and role.tenant_id = '1' where code = 'ROLE_TENANT_ADMIN'`;
    await app.sql(
      `with twin as (insert into role (tenant_id, id, code, name) values ('1', gen_random_uuid(), 'ROLE_TWIN', '值守管理员') returning id),
         person as (insert into app_user (tenant_id, id, username, nick_name, type, password_hash, demo)
           select tenant_id, gen_random_uuid(), 'second1', '值守管理员', type, password_hash, true from app_user
           where tenant_id = '1' and username = 'admin1' returning id),
         given as (insert into role_permit (tenant_id, role_id, permit) select '1', twin.id, permit from twin, (${permits}) held)
       insert into user_role (tenant_id, user_id, role_id) select '1', person.id, twin.id from person, twin`,
    );
    const one = await browser.enter('admin1', '/upms/role/index');
    const two = await browser.enter('second1', '/upms/role/index');
    for (const person of [one, two]) person.expectStatus(400, 403);
    const emptied = async (person: Person, role: string) => {
      const drawer = await permitsOf(person, role);
      for (const name of await drawer
        .locator('.permit-group')
        .evaluateAll((all) => all.map((each) => each.ariaLabel ?? ''))) {
        const whole = drawer.getByRole('region', { name, exact: true }).getByRole('checkbox').first();
        if (!(await whole.isChecked())) await whole.check();
        await whole.uncheck();
      }
      return drawer.getByRole('button', { name: '保存', exact: true });
    };
    const saves = [await emptied(one, '值守管理员'), await emptied(two, '租户管理员')];
    // Waits before the action, because the message disappears after three seconds.
    const saved = ({ page }: Person) =>
      page
        .getByText(/已保存/)
        .first()
        .waitFor()
        .then(
          () => true,
          () => false,
        );
    const savedMessages = new Map([one, two].map((person) => [person, saved(person)]));
    await Promise.all(saves.map((save) => save.click()));
    const editors = () =>
      app.sql<{ code: string }>(
        `select distinct code from role join role_permit on role_id = role.id join user_role on user_role.role_id = role.id
         where role.tenant_id = '1' and permit = 'sys:role:edit'`,
      );
    await expect.poll(async () => (await editors()).length).toBe(1);
    const [left] = await editors();
    const [winner, loser] = left?.code === 'ROLE_TENANT_ADMIN' ? [one, two] : [two, one];
    expect(await savedMessages.get(winner)).toBe(true);
    await loser.page
      .getByText(/没有权限|不能|至少保留/)
      .first()
      .waitFor();
    expect(await editors()).toHaveLength(1);
  });
});
