import { describe, it } from 'vitest';
import { look, looks, settled } from './looks.ts';
import { follow, front } from './people.ts';
import { openStage } from './stage.ts';

const { browser } = await openStage();

describe.each(looks)('$name has nothing against it by axe, and fits its width', ({ name, ...how }) => {
  it('the platform: dictionaries, tenants and their forms', async () => {
    const person = await browser.enter('platform', '/wel/index', how);
    const { page } = person;
    const dialog = page.getByRole('dialog').filter({ visible: true });
    const narrow = how.size.width < 992;
    await settled(page);
    await look(person, name, {
      dictionaries: async () => {
        await follow(page, '/upms/dict/index');
        await front(page)
          .getByRole('button', { name: /企业标签/ })
          .waitFor();
      },
      'dictionary-items': async () => {
        await front(page)
          .getByRole('button', { name: /企业标签/ })
          .click();
        await front(page).getByRole('button', { name: '编辑“样板企业”' }).waitFor();
      },
      'dictionary-item-new': async () => {
        await front(page).getByRole('button', { name: '新增字典项' }).click();
        await front(page).getByRole('group', { name: '新增字典项' }).waitFor();
      },
      'dictionary-new': async () => {
        if (narrow) await front(page).getByRole('button', { name: '返回字典列表' }).click();
        await page.getByRole('button', { name: '新增字典', exact: true }).click();
        await dialog.getByLabel('类型').waitFor();
      },
      tenants: async () => {
        await dialog.getByRole('button', { name: '取消', exact: true }).click();
        await dialog.waitFor({ state: 'detached' });
        await follow(page, '/upms/tenant/index');
        await front(page)
          .getByText(/共 \d+ 条/)
          .waitFor();
      },
      'tenant-new': async () => {
        await page.getByRole('button', { name: '新增租户' }).click();
        await dialog.getByRole('switch', { name: '全部功能' }).click();
        await dialog.getByRole('checkbox', { name: '站点管理' }).scrollIntoViewIfNeeded();
      },
    });
  });
});
