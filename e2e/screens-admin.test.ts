import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import { atEachWidth, walker } from './screen-checks.ts';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';
import { uploadFile } from './upload-file.ts';

const { browser } = await openStage();

atEachWidth((width) => {
  it('pages of an administrator pass the axe and width checks: streets, files, external sites @deep', async () => {
    const { page, dialog, look } = await walker(browser, 'admin1', width);
    await look({
      'streets-new': async () => {
        await follow(page, '/upms/region/index');
        await front(page).getByText('共 12 条').waitFor();
        await front(page).getByRole('button', { name: '新增街道' }).click();
        await dialog.getByLabel(/^名称\*?$/).waitFor();
      },
      'file-none': async () => {
        await follow(page, '/upms/file/view');
        await front(page).getByText('地址里没有文件编号').waitFor();
      },
      file: async () => {
        const picture = await uploadFile(
          page,
          '营业执照.png',
          readFileSync('apps/server/data/demo-licence.png'),
          'licence',
        );
        await follow(page, `/upms/file/view?fileId=${picture}`);
        await front(page).getByRole('img', { name: '营业执照.png' }).waitFor();
      },
      'file-text': async () => {
        const text = await uploadFile(page, '检查记录.txt', Buffer.from('现场负责人：沈安然\n'.repeat(200)));
        await follow(page, `/upms/file/view?fileId=${text}`);
        await front(page).getByText('现场负责人').first().waitFor();
      },
      'outside-sites': async () => {
        await follow(page, '/upms/frame/index');
        await front(page).getByText('还没有允许的外部网站').waitFor();
      },
      missing: async () => {
        await page.evaluate(() => {
          history.pushState({}, '', '/bus/nowhere');
          dispatchEvent(new PopStateEvent('popstate', { state: {} }));
        });
        await page.getByText('您访问的地址不存在').waitFor();
      },
    });
  });

  it('pages of an administrator pass the axe and width checks: people, their form and the deletion dialog @deep', async () => {
    const { page, dialog, close, look } = await walker(browser, 'admin1', width);
    await look({
      'users-wrong': async () => {
        await follow(page, '/upms/user/index');
        await front(page)
          .getByText(/共 [\d,]+ 条/)
          .waitFor();
        await front(page).getByRole('button', { name: '新增用户' }).click();
        await dialog.getByLabel(/^用户名\*?$/).waitFor();
        await dialog.getByRole('button', { name: '保存', exact: true }).click();
        await dialog.getByText('姓名不能为空').waitFor();
      },
      'users-step': async () => {
        await close();
        await front(page)
          .getByRole('button', { name: /^停用 / })
          .first()
          .click();
        await dialog.getByText('现有的登录立即结束').waitFor();
      },
      'users-none': async () => {
        await close();
        await follow(page, '/upms/user/index?keyword=没有这个人');
        await front(page).getByText('没有符合筛选条件的记录').waitFor();
      },
    });
  });

  it('pages of an administrator pass the axe and width checks: organisations and personal information @deep', async () => {
    const { page, dialog, close, look } = await walker(browser, 'admin1', width);
    await look({
      'organs-new': async () => {
        await follow(page, '/upms/organ/index');
        await front(page)
          .getByRole('button', { name: /^新增下级/ })
          .first()
          .waitFor();
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

  it('pages of an administrator pass the axe and width checks: roles and menu @deep', async () => {
    const { page, dialog, close, look } = await walker(browser, 'platform', width);
    await look({
      'roles-new': async () => {
        await follow(page, '/upms/role/index');
        await front(page)
          .getByText(/共 [\d,]+ 条/)
          .waitFor();
        await front(page).getByRole('button', { name: '新增角色' }).click();
        await dialog.getByLabel('角色名称').fill('值班人员');
      },
      'role-permits': async () => {
        await dialog.getByRole('button', { name: '保存并分配权限' }).click();
        await dialog.getByRole('group', { name: '菜单', exact: true }).waitFor();
      },
      'menus-edit': async () => {
        await close();
        await follow(page, '/upms/menu/index');
        await front(page).getByRole('table').waitFor();
        await front(page).getByRole('button', { name: '编辑 企业管理', exact: true }).click();
        await dialog.getByLabel('名称', { exact: true }).waitFor();
      },
    });
  });
});
