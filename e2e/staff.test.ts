import { expect, it } from 'vitest';
import { dialog, field, find } from './forms.ts';
import { atEachWidth, walker } from './screen-checks.ts';
import { follow, front, goTo } from './people.ts';
import { openStage } from './app-and-browser.ts';

const { browser } = await openStage();

it('lets a safety manager add an employee, but not edit management', async () => {
  const { page } = await browser.enter('safety1');
  await goTo(page, '企业', '人员与证书');
  await front(page).getByRole('button', { name: '新增从业人员' }).click();
  await field(page, '姓名').fill('赵小安');
  await field(page, '手机号').fill('19900001299');
  await field(page, '部门').fill('设备部');
  await find(page, '岗位类别', '特种作业', '特种作业人员');
  await field(page, '岗位').fill('电焊工');
  await field(page, '入职日期').fill('2026-03-02');
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: '保存' }).click();
  await page.getByText('已新增从业人员').waitFor();
  const row = front(page).getByRole('row').filter({ hasText: '赵小安' });
  await expect.poll(() => row.textContent()).toContain('待培训');
  await row.getByRole('button', { name: '上岗 赵小安' }).click();
  await dialog(page).getByRole('button', { name: '上岗', exact: true }).click();
  await page.getByText('已上岗').waitFor();
  await expect.poll(() => row.textContent()).toContain('在岗');
  // A search for the full phone number finds the person, although the list shows only masked numbers.
  await front(page).getByRole('searchbox').fill('19900001299');
  await expect.poll(() => front(page).locator('tbody').textContent()).toContain('赵小安');
  await front(page).getByRole('searchbox').fill('周明舟');
  await expect.poll(() => front(page).locator('tbody').textContent()).toContain('总经理');
  expect(await front(page).getByRole('button', { name: '编辑 周明舟' }).count()).toBe(0);
});

atEachWidth((width) => {
  it('shows employees to a safety manager, and the calendar to the administrator @deep', async () => {
    const { page, dialog, close, look } = await walker(browser, 'safety1', width);
    await look({
      'people-wrong': async () => {
        await follow(page, '/bus/emp/index');
        await front(page)
          .getByText(/本企业从业人员 [\d,]+ 人/)
          .waitFor();
        await page.getByRole('button', { name: '新增从业人员' }).first().click();
        await dialog.getByLabel(/^姓名\*?$/).waitFor();
        await dialog.getByRole('button', { name: '保存', exact: true }).click();
        await dialog.getByText('姓名不能为空').waitFor();
      },
      'people-details': async () => {
        await close();
        await front(page).getByText('许静远').first().click();
        await dialog.getByText('责任书签订日期').waitFor();
      },
    });
    const admin = await walker(browser, 'admin1', width);
    await admin.look({
      'calendar-form': async () => {
        await follow(admin.page, '/upms/calendar/index');
        await front(admin.page).getByText('国庆节补班').first().waitFor();
        await admin.page.getByRole('button', { name: '新增放假安排' }).first().click();
        await admin.dialog.getByLabel(/^日期\*?$/).waitFor();
      },
      'people-overseen': async () => {
        await admin.close();
        await follow(admin.page, '/bus/emp/index');
        await front(admin.page)
          .getByText(/辖区从业人员 [\d,]+ 人/)
          .waitFor();
      },
    });
  });
});
