import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { openDemoHouse, type DemoHouse } from './house.ts';
import { look, looks, settled } from './looks.ts';
import { follow, front, openBrowser, type TestBrowser } from './people.ts';
import { put } from './stored.ts';

let house: DemoHouse;
let browser: TestBrowser;
let id: string;
let streeted: string;
beforeAll(async () => {
  // Nobody answers there: its page is what is looked at.
  const nobody = { url: 'ldap://127.0.0.1:1', bindDn: 'cn=a', bindPassword: 'x', baseDn: 'dc=a' };
  const directories = ['区政务云统一目录', '临澜区应急管理局内部网络目录'].map((name, at) => ({
    id: `d${at}`,
    name,
    ...nobody,
  }));
  house = await openDemoHouse({ simulator: true, directories });
  browser = await openBrowser(house.url);
  const [row] = await house.sql<{ id: string }>(
    "select id from enterprise where tenant_id = '1' and status = 'active' order by id limit 1",
  );
  id = row?.id ?? '';
  const [other] = await house.sql<{ id: string }>(
    "select id from enterprise where tenant_id = '1' and status = 'active' and town_code is not null order by id limit 1",
  );
  streeted = other?.id ?? '';
});
afterEach(() => browser.closeAll());
afterAll(async () => {
  await browser?.close();
  await house?.close();
});

describe.each(looks)('$name has nothing against it by axe, and fits its width', ({ name, ...how }) => {
  it('outside: sign-in and the error pages', async () => {
    const person = await browser.stranger(how);
    const { page } = person;
    const errorPage = async (code: string) => {
      await page.goto(`/${code}`);
      await page.getByRole('heading').waitFor();
    };
    await look(person, name, {
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

  it('a regulator: home, list, file, form, import', async () => {
    const person = await browser.enter('regulator1', '/wel/index', how);
    const { page } = person;
    await look(person, name, {
      home: () => front(page).getByRole('link').first().waitFor(),
      list: async () => {
        await follow(page, '/bus/enterprise/index');
        await front(page)
          .getByText(/共 \d+ 条/)
          .waitFor();
      },
      'list-nothing': async () => {
        await follow(page, '/bus/enterprise/index?keyword=没有这家企业');
        await front(page).getByText('没有符合筛选条件的记录').waitFor();
      },
      'form-new': async () => {
        await page.getByRole('button', { name: '新增企业' }).first().click();
        await page
          .getByRole('dialog')
          .getByLabel(/^企业名称\*?$/)
          .waitFor();
      },
      'form-wrong': async () => {
        await page.getByLabel('统一社会信用代码').fill('91330108MA2AAAAA1X');
        await page.getByRole('button', { name: '保存', exact: true }).click();
        await page.getByText(/有 \d+ 处需要修改/).waitFor();
      },
      import: async () => {
        await page.getByRole('button', { name: '取消', exact: true }).click();
        await page.getByRole('button', { name: '放弃修改' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.getByRole('button', { name: '导入' }).first().click();
        await page.getByRole('dialog').waitFor();
      },
      dossier: async () => {
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await follow(page, `/bus/enterprise/dossier?id=${id}`);
        await front(page).getByRole('heading', { name: '时间线' }).waitFor();
      },
      'form-edit': async () => {
        await front(page).getByRole('button', { name: '编辑', exact: true }).click();
        await page
          .getByRole('dialog')
          .getByLabel(/^企业名称\*?$/)
          .waitFor();
      },
    });
  });

  it('a regulator: stations and their form, the street of an enterprise', async () => {
    const person = await browser.enter('regulator1', '/wel/index', how);
    const { page } = person;
    const dialog = page.getByRole('dialog').filter({ visible: true });
    const close = async () => {
      await dialog.getByRole('button', { name: '取消', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await settled(page);
    await look(person, name, {
      stations: async () => {
        await follow(page, '/bus/station/index');
        await front(page).getByText('共 9 条').waitFor();
      },
      'stations-form': async () => {
        await front(page).getByRole('button', { name: '新增场站' }).click();
        await dialog.getByLabel(/^编号\*?$/).waitFor();
      },
      'stations-wrong': async () => {
        await dialog.getByRole('button', { name: '保存', exact: true }).click();
        await dialog.getByText('编号不能为空').waitFor();
      },
      'stations-none': async () => {
        await close();
        await follow(page, '/bus/station/index?keyword=没有这个场站');
        await front(page).getByText('没有符合筛选条件的记录').waitFor();
      },
      map: async () => {
        await follow(page, '/bus/enterprise/map');
        await front(page).getByRole('table').first().waitFor();
      },
      duplicates: async () => {
        await follow(page, '/bus/enterprise/duplicates');
        await front(page).getByRole('heading', { level: 1 }).waitFor();
      },
      'street-dossier': async () => {
        await follow(page, `/bus/enterprise/dossier?id=${streeted}`);
        await front(page).getByRole('link', { name: /场站/ }).scrollIntoViewIfNeeded();
      },
    });
  });

  it('an administrator: streets and grids, their dialog, and the logs', async () => {
    const person = await browser.enter('admin1', '/wel/index', how);
    const { page } = person;
    const dialog = page.getByRole('dialog').filter({ visible: true });
    await settled(page);
    await look(person, name, {
      streets: async () => {
        await follow(page, '/upms/region/index');
        await front(page).getByText('共 12 条').waitFor();
      },
      'streets-new': async () => {
        await front(page).getByRole('button', { name: '新增街道' }).click();
        await dialog.getByLabel(/^名称\*?$/).waitFor();
      },
      logs: async () => {
        await follow(page, '/upms/log/index');
        await front(page).getByRole('button', { name: /详情/ }).first().waitFor();
      },
      'file-none': async () => {
        await follow(page, '/upms/file/view');
        await front(page).getByText('地址里没有文件编号').waitFor();
      },
      file: async () => {
        const picture = await put(page, '营业执照.png', readFileSync('apps/server/data/demo-licence.png'), 'licence');
        await follow(page, `/upms/file/view?fileId=${picture}`);
        await front(page).getByRole('img', { name: '营业执照.png' }).waitFor();
      },
      'file-text': async () => {
        const text = await put(page, '检查记录.txt', Buffer.from('现场负责人：沈安然\n'.repeat(200)));
        await follow(page, `/upms/file/view?fileId=${text}`);
        await front(page).getByText('现场负责人').first().waitFor();
      },
      online: async () => {
        await follow(page, '/upms/token/index');
        await front(page).getByText('当前会话').waitFor();
      },
    });
  });

  it('an administrator: people, their form and what is asked before an account ends; staff of an enterprise', async () => {
    const person = await browser.enter('admin1', '/wel/index', how);
    const { page } = person;
    const dialog = page.getByRole('dialog').filter({ visible: true });
    await settled(page);
    await look(person, name, {
      users: async () => {
        await follow(page, '/upms/user/index');
        await front(page)
          .getByText(/共 \d+ 条/)
          .waitFor();
      },
      'users-form': async () => {
        await front(page).getByRole('button', { name: '新增用户' }).click();
        await dialog.getByLabel(/^用户名\*?$/).waitFor();
      },
      'users-wrong': async () => {
        await dialog.getByRole('button', { name: '保存', exact: true }).click();
        await dialog.getByText('姓名不能为空').waitFor();
      },
      'users-step': async () => {
        await dialog.getByRole('button', { name: '取消', exact: true }).click();
        await dialog.waitFor({ state: 'detached' });
        await front(page)
          .getByRole('button', { name: /^停用 / })
          .first()
          .click();
        await dialog.getByText('现有的登录立即结束').waitFor();
      },
      'users-none': async () => {
        await dialog.getByRole('button', { name: '取消', exact: true }).click();
        await dialog.waitFor({ state: 'detached' });
        await follow(page, '/upms/user/index?keyword=没有这个人');
        await front(page).getByText('没有符合筛选条件的记录').waitFor();
      },
      staff: async () => {
        await follow(page, '/upms/user/entuser');
        await front(page)
          .getByText(/共 \d+ 条/)
          .waitFor();
      },
    });
  });

  it('an administrator: organisations and what is their own', async () => {
    const person = await browser.enter('admin1', '/wel/index', how);
    const { page } = person;
    const dialog = page.getByRole('dialog').filter({ visible: true });
    const close = async () => {
      await dialog.getByRole('button', { name: '取消', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await settled(page);
    await look(person, name, {
      organs: async () => {
        await follow(page, '/upms/organ/index');
        await front(page)
          .getByRole('button', { name: /^新增下级/ })
          .first()
          .waitFor();
      },
      'organs-new': async () => {
        await front(page)
          .getByRole('button', { name: /^新增下级/ })
          .first()
          .click();
        await dialog.getByLabel('机构名称').waitFor();
      },
      info: async () => {
        await close();
        await follow(page, '/info/index');
        await front(page).getByRole('list', { name: '登录记录列表' }).waitFor();
      },
      'info-password': () => front(page).getByRole('button', { name: '修改密码' }).click(),
      'info-phone': async () => {
        await front(page).getByRole('button', { name: '更换手机号' }).click();
        await dialog.getByLabel('新手机号').first().waitFor();
      },
      'info-factor': async () => {
        await close();
        await front(page).getByRole('button', { name: '启用', exact: true }).click();
        await dialog.getByLabel('登录密码').waitFor();
      },
    });
  });

  it('who keeps roles and the menu: lists, permits, dialogs', async () => {
    const person = await browser.enter('platform', '/wel/index', how);
    const { page } = person;
    const dialog = page.getByRole('dialog').filter({ visible: true });
    const close = async () => {
      await dialog.getByRole('button', { name: '取消', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await settled(page);
    await look(person, name, {
      roles: async () => {
        await follow(page, '/upms/role/index');
        await front(page)
          .getByText(/共 \d+ 条/)
          .waitFor();
      },
      'roles-new': async () => {
        await front(page).getByRole('button', { name: '新增角色' }).click();
        await dialog.getByLabel('角色名称').fill('值班人员');
      },
      'role-permits': async () => {
        await dialog.getByRole('button', { name: '保存并分配权限' }).click();
        await dialog.getByRole('group', { name: '菜单', exact: true }).waitFor();
      },
      menus: async () => {
        await close();
        await follow(page, '/upms/menu/index');
        await front(page).getByRole('table').waitFor();
      },
      'menus-edit': async () => {
        await front(page).getByRole('button', { name: '编辑 企业管理', exact: true }).click();
        await dialog.getByLabel('名称', { exact: true }).waitFor();
      },
    });
  });

  it.each([
    ['entadmin1', '/bus/enterprise/mine'],
    ['platform', '/wel/index'],
    ['shop1', '/wel/index'],
  ])('%s: home, and %s', async (who, own) => {
    const person = await browser.enter(who, '/wel/index', how);
    await look(person, name, {
      [`home-${who}`]: () => front(person.page).locator('h1').first().waitFor(),
      ...(own === '/wel/index'
        ? {}
        : {
            [`own-${who}`]: async () => {
              await follow(person.page, own);
              await front(person.page).locator('h1').first().waitFor();
            },
          }),
    });
  });
});
