import { expect, it } from 'vitest';
import { front, goTo } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { browser } = await openStage();

it('CA-04: shows the regulator the progress of a campaign', async () => {
  const { page } = await browser.enter('entadmin1');
  await goTo(page, '企业', '专题');
  const row = (name: RegExp) => front(page).getByRole('row', { name });
  await row(/冬春火灾防控/)
    .getByRole('button', { name: '进度' })
    .press('Enter');
  const drawer = page.getByRole('dialog');
  const task = drawer.getByRole('listitem').filter({ hasText: '电气线路和用电设备自查' });
  await task.getByRole('button', { name: '办结' }).press('Enter');
  await task.getByRole('textbox', { name: '说明' }).fill('已自查，更换老化线路两处');
  await task.getByRole('button', { name: '确认办结' }).press('Enter');
  await task.getByText('已办结').waitFor();
  expect(await task.textContent()).toContain('更换老化线路两处');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });

  await row(/快捷入口/)
    .getByRole('button', { name: '查看入口' })
    .press('Enter');
  const entries = drawer.getByRole('list', { name: '快捷入口' }).getByRole('listitem');
  await entries.filter({ hasText: '执法通知' }).getByRole('button', { name: '移除' }).press('Enter');
  await expect.poll(() => entries.count()).toBe(5);
  await drawer.getByRole('button', { name: '恢复默认' }).press('Enter');
  await expect.poll(() => entries.count()).toBe(6);

  const { page: setup } = await browser.enter('regulator1');
  await goTo(setup, '企业', '专题');
  await front(setup)
    .getByRole('row', { name: /冬春火灾防控/ })
    .getByRole('button', { name: '进度' })
    .click();
  const progressTable = setup.getByRole('dialog').getByRole('table', { name: '各项任务' });
  await progressTable.getByRole('row', { name: /电气线路和用电设备自查.*1 \/ \d+ 家/ }).waitFor();
});
