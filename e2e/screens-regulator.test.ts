import { beforeAll, it } from 'vitest';
import { atEachWidth, walker } from './screen-checks.ts';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { app, browser } = await openStage();
let id: string;
beforeAll(async () => {
  const [row] = await app.sql<{ id: string }>(
    "select id from enterprise where tenant_id = '1' and status = 'active' and town_code is not null order by id limit 1",
  );
  id = row?.id ?? '';
});

atEachWidth((width) => {
  it('pages of a regulator pass the axe and width checks: list, dossier, form, import @deep', async () => {
    const { page, dialog, close, escape, look } = await walker(browser, 'regulator1', width);
    await look({
      'todo-nothing': async () => {
        await follow(page, '/bus/todo/index');
        await front(page).getByRole('region', { name: '待办列表' }).getByRole('listitem').first().waitFor();
        await front(page).getByText('稍后提醒', { exact: true }).first().click();
        await front(page).getByText('没有推迟提醒的事项').waitFor();
      },
      'list-nothing': async () => {
        await follow(page, '/bus/enterprise/index?keyword=没有这家企业');
        await front(page).getByText('没有符合筛选条件的记录').waitFor();
      },
      'form-wrong': async () => {
        await page.getByRole('button', { name: '新增企业' }).first().click();
        await dialog.getByLabel(/^企业名称\*?$/).waitFor();
        await page.getByLabel('统一社会信用代码').fill('91330108MA2AAAAA1X');
        await page.getByRole('button', { name: '保存', exact: true }).click();
        await page.getByText(/有 \d+ 处需要修改/).waitFor();
      },
      import: async () => {
        await close('changed');
        await page.getByRole('button', { name: '导入' }).first().click();
        await dialog.waitFor();
      },
      dossier: async () => {
        await escape();
        await follow(page, `/bus/enterprise/dossier?id=${id}`);
        await front(page).getByRole('heading', { name: '时间线' }).waitFor();
        await front(page).getByRole('link', { name: /场站/ }).waitFor();
      },
      'form-edit': async () => {
        await front(page).getByRole('button', { name: '编辑', exact: true }).click();
        await dialog.getByLabel(/^企业名称\*?$/).waitFor();
      },
    });
  });

  it('pages of a regulator pass the axe and width checks: stations and their form @deep', async () => {
    const { page, dialog, close, look } = await walker(browser, 'regulator1', width);
    await look({
      'stations-wrong': async () => {
        await follow(page, '/bus/station/index');
        await front(page).getByText('共 9 条').waitFor();
        await front(page).getByRole('button', { name: '新增场站' }).click();
        await dialog.getByLabel(/^编号\*?$/).waitFor();
        await dialog.getByRole('button', { name: '保存', exact: true }).click();
        await dialog.getByText('编号不能为空').waitFor();
      },
      'stations-none': async () => {
        await close();
        await follow(page, '/bus/station/index?keyword=没有这个场站');
        await front(page).getByText('没有符合筛选条件的记录').waitFor();
      },
    });
  });
});
