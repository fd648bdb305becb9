import { it } from 'vitest';
import { atEachWidth, walker } from './screen-checks.ts';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { browser } = await openStage();

atEachWidth((width) => {
  it('pages of the platform pass the axe and width checks: dictionaries, tenants and their forms @deep', async () => {
    const { page, dialog, close, look } = await walker(browser, 'platform', width);
    const narrow = width.size.width < 992;
    await look({
      'dictionary-items': async () => {
        await follow(page, '/upms/dict/index');
        await front(page)
          .getByRole('button', { name: /企业标签/ })
          .waitFor();
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
      'tenant-new': async () => {
        await close();
        await follow(page, '/upms/tenant/index');
        await front(page)
          .getByText(/共 [\d,]+ 条/)
          .waitFor();
        await page.getByRole('button', { name: '新增租户' }).click();
        await dialog.getByRole('radio', { name: '部分功能' }).check();
        await dialog.getByRole('checkbox', { name: '场站管理' }).scrollIntoViewIfNeeded();
      },
    });
  });
});
