import { it } from 'vitest';
import { atEachWidth, walker } from './screen-checks.ts';
import { follow, front } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { browser } = await openStage();

atEachWidth((width) => {
  it('pages of a regulator pass the axe and width checks: announcements, form and read counts @deep', async () => {
    const { page, dialog, escape, look } = await walker(browser, 'regulator1', width);
    await look({
      'notices-figures': async () => {
        await follow(page, '/bus/notice/index');
        await front(page)
          .getByText(/共 [\d,]+ 条/)
          .first()
          .waitFor();
        await front(page)
          .getByRole('button', { name: /^阅读情况/ })
          .first()
          .click();
        await dialog.getByText(/共 \d+\+? 人/).waitFor();
      },
      'notices-wrong': async () => {
        await escape();
        await front(page).getByRole('button', { name: '新增公告' }).first().click();
        await dialog.getByRole('textbox', { name: '正文' }).waitFor();
        await dialog.getByText('指定人员', { exact: true }).click();
        await dialog.getByRole('button', { name: '发布', exact: true }).click();
        await dialog.getByText('标题不能为空').waitFor();
      },
    });
  });

  it('pages of an enterprise pass the axe and width checks: messages to read @deep', async () => {
    const { page, dialog, look } = await walker(browser, 'entstaff1', width);
    await look({
      'messages-open': async () => {
        await follow(page, '/notice');
        await front(page)
          .getByText(/共 [\d,]+ 条/)
          .first()
          .waitFor();
        await front(page).locator('.notice-row').first().click();
        await page.locator('.rich-text').filter({ visible: true }).waitFor();
      },
      'messages-none': async () => {
        if (width.size.width < 768) await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        await front(page).getByRole('tab', { name: /^系统/ }).click();
        await front(page).getByText('安澜平台升级通知：消息中心上线').first().waitFor();
      },
    });
  });
});
